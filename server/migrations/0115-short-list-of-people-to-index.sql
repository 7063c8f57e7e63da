-- As 0114, of people. A migration of its own: no transaction needs the locks of both indexes.
alter index patients_search set (fastupdate = on, gin_pending_list_limit = 64);
