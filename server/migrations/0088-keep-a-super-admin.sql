-- The platform never loses its last super admin, by whatever way rows are deleted. Concurrent removals wait for each other, so that each sees
-- what the other has left.
create function lock_super_admins() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  lock table public.platform_admins in share row exclusive mode;
  return null;
end $$;

create function keep_a_super_admin() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if exists (select from removed) and not exists (
    select from public.platform_admins join public.users on users.id = platform_admins.user_id where users.deleted_at is null
  ) then
    raise exception 'the platform keeps at least one super admin' using errcode = 'restrict_violation', constraint = 'keep_a_super_admin';
  end if;
  return null;
end $$;

create trigger lock_super_admins before delete on platform_admins for each statement execute function lock_super_admins();
create trigger keep_a_super_admin after delete on platform_admins referencing old table as removed
  for each statement execute function keep_a_super_admin();
