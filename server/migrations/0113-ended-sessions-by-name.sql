-- The end of a session is announced under the table's own name. On Citus the trigger also runs on the table's only shard, whose name (tg_table_name)
-- has a number behind, which no server listens for: its open streams went on (docs/decisions/0076-distribute.md).
create or replace function announce_session_end() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changes', concat_ws(' ', new.id, 'sessions', new.id, 'delete'));
  return null;
end
$$;
