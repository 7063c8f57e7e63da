-- The same policies without a subquery: Citus takes none on a distributed table (docs/decisions/0075-the-platform-over-many-nodes.md). The function is
-- stable, so an index is still searched once for its value; every statement of a business names it besides, and goes by that.

-- Shorter in total than PostgreSQL's deadlock_timeout: where a request holds one of these tables, this gives up its wait and not the request.
set local lock_timeout = '100ms';

create or replace function isolate_tenant(target regclass) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to samay_app using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id())', target);
  execute format('create policy platform on %s to samay_platform using (true) with check (true)', target);
end
$$;

-- A colleague's name, read past the policies of memberships. Its plan is kept between calls, so it is plpgsql.
create function is_colleague(person uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return exists (select from memberships where tenant_id = current_tenant_id() and user_id = person);
end
$$;
alter function is_colleague owner to samay_platform;
revoke execute on function is_colleague(uuid) from public;
grant execute on function is_colleague(uuid) to samay_app;

do $$
declare
  old record;
  condition text;
begin
  for old in select tablename, policyname, qual, with_check from pg_policies
    where schemaname = 'public' and policyname in ('tenant', 'confined', 'confined_insert', 'confined_update', 'confined_delete')
      and coalesce(qual, with_check) like '%SELECT current_tenant_id()%'
    order by tablename, policyname
  loop
    condition := case when old.tablename = 'tenants' then 'id' else 'tenant_id' end || ' = current_tenant_id()';
    if old.policyname <> 'tenant' then
      condition := format('coalesce(%s, true)', condition);
    end if;
    execute format('alter policy %I on %I', old.policyname, old.tablename)
      || case when old.qual is null then '' else format(' using (%s)', condition) end
      || case when old.with_check is null then '' else format(' with check (%s)', condition) end;
  end loop;
end
$$;

-- kept: users, the same people are shown
alter policy colleagues on users using (deleted_at is null and is_colleague(id));
