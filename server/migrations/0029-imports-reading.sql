-- Finds the files whose server was lost while it read them, which a job looks for each time.
create index concurrently imports_reading on imports (added_at) where state = 'reading';
