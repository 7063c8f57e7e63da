-- Announces the end of a session to the servers, so that its open streams close immediately. They
-- listen for the session's id and for the table's own name: on Citus, tg_table_name is that of a
-- shard.
create function announce_session_end() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changes', concat_ws(' ', new.id, 'sessions', new.id, 'delete'));
  return null;
end
$$;
create trigger announce_session_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function announce_session_end();

-- Serialises removals of super admins, so that each sees the remaining ones.
create function lock_super_admins() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('super admins', 0));
  return null;
end
$$;
create trigger lock_super_admins before delete on platform_admins
  for each statement execute function lock_super_admins();

-- Refuses to delete the last super admin, by any statement. Runs after each row: on Citus a trigger
-- may not read the rows of its statement, and all of them are deleted by then.
create function keep_a_super_admin() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from public.platform_admins join public.users on users.id = platform_admins.user_id
    where users.deleted_at is null
  ) then
    raise exception 'the platform keeps at least one super admin'
      using errcode = 'restrict_violation', constraint = 'keep_a_super_admin';
  end if;
  return null;
end
$$;
create trigger keep_a_super_admin after delete on platform_admins
  for each row execute function keep_a_super_admin();
