-- A later migration's table of businesses is divided among the workers of Citus like the others, where the database is distributed
-- (docs/decisions/0076-distribute.md). It adds its foreign keys after this call: Citus knows none from an undivided table to a divided one.
create or replace function isolate_tenant(target regclass) returns void language plpgsql as $$
declare
  is_distributed boolean := false;
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''appointments''::regclass)' into is_distributed;
  end if;
  if is_distributed then
    execute format('select create_distributed_table(%L, ''tenant_id'', colocate_with := ''appointments'')', target);
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to samay_app using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id())', target);
  execute format('create policy platform on %s to samay_platform using (true) with check (true)', target);
end
$$;

-- The check of 0088 after each row instead of after each statement: on Citus a trigger may not read the rows of its statement, and here it has no
-- need to. All rows of a statement are deleted by then, so one statement cannot delete several to the last one either.
create or replace function keep_a_super_admin() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from public.platform_admins join public.users on users.id = platform_admins.user_id where users.deleted_at is null
  ) then
    raise exception 'the platform keeps at least one super admin' using errcode = 'restrict_violation', constraint = 'keep_a_super_admin';
  end if;
  return null;
end $$;
drop trigger keep_a_super_admin on platform_admins;
create trigger keep_a_super_admin after delete on platform_admins for each row execute function keep_a_super_admin();
