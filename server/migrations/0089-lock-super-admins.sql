-- Removals of super admins wait for each other under an advisory lock. The table's own lock of 0088 is taken after that of the deletion, so two
-- removals at once were a deadlock.
create or replace function lock_super_admins() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('super admins', 0));
  return null;
end $$;
