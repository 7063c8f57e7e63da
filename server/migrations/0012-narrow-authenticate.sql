-- Whose a session is, only those ask who serve: the logins that may become samay_app. A business's transaction, which runs as samay_app, may not.
-- Logins that come later are let in when the server starts (db/migrate.ts).
revoke execute on function authenticate(uuid, timestamptz) from public;
do $$
declare
  login name;
begin
  for login in select rolname from pg_auth_members join pg_roles on pg_roles.oid = member where roleid = 'samay_app'::regrole loop
    execute format('grant execute on function authenticate(uuid, timestamptz) to %I', login);
  end loop;
end
$$;
