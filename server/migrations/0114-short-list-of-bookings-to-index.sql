-- New entries of the search index wait in a short list, and are put into the index together: the rows of a morning share most of their trigrams
-- (docs/decisions/0081-what-a-create-costs.md). A search reads the list too, at most nine pages of it: 64 kB is the least that PostgreSQL takes.
alter index appointments_search set (fastupdate = on, gin_pending_list_limit = 64);
