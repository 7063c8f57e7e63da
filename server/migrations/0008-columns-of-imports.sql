-- The uses of the columns of a file are kept, and proposed for the next one with the same heads.
alter table imports add column columns text check (length(columns) <= 4000);
