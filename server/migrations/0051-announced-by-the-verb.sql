-- A transaction that says `app.announces = 'verb'` is announced by its server after the commit (docs/decisions/0044-announced-after-the-commit.md):
-- pg_notify in a transaction takes a lock over the whole database until the commit has reached the disk. All others, such as those of servers of the
-- last release, are announced by these triggers as before.
create or replace trigger announce_change after insert or update on appointments for each row
  when (current_setting('app.announces', true) is distinct from 'verb') execute function announce_change();
