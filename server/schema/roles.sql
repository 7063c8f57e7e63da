-- Names the three roles that see rows, and the functions that set up row security for a table.
--
--   samay_app       serves one business at a time: row security shows it the rows of app.tenant_id.
--   samay_platform  serves sign-in, background work and the super admin: it sees all businesses.
--   samay_guest     reads for strangers on the page of a business: the columns that it shows, of app.tenant_id,
--                   and which business an address belongs to. It writes nothing.
--
-- Requests never run as the login role, which may become each of the three and inherits from none.

create extension if not exists pg_trgm; -- matches parts of a text
create extension if not exists btree_gin; -- includes the business in such an index
create extension if not exists btree_gist; -- keeps claims of one unit apart, in one constraint

do $$
declare
  role_name text;
begin
  -- The roles belong to the whole cluster: another database of it may have created them.
  foreach role_name in array array['samay_app', 'samay_platform', 'samay_guest'] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
  -- Functions that bypass row security belong to samay_platform, and only a member may give them to
  -- it.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant samay_app, samay_platform, samay_guest to %I', current_user);
  end if;
  -- A login that inherited from samay_platform would see every row without changing to it.
  if exists (select from pg_roles where rolname = 'samay_login') then
    if current_setting('server_version_num')::int >= 160000 then
      execute 'grant samay_app, samay_platform, samay_guest to samay_login with inherit false, set true';
    else
      -- Grants only missing memberships: two databases of a cluster may be migrated at the same
      -- time.
      if (select rolinherit from pg_roles where rolname = 'samay_login') then
        alter role samay_login noinherit;
      end if;
      grant samay_app, samay_platform, samay_guest to samay_login;
    end if;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to samay_app, samay_platform, samay_guest;
grant create on schema public to samay_platform;

-- Returns the business of this transaction; null outside of one, and then no row matches.
create function current_tenant_id() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Isolates the rows of each business; called for every table with a column tenant_id. If the
-- database is distributed, it also distributes a table that a later migration adds: such a table
-- adds its foreign keys after this call, because Citus supports none from a local table to a
-- distributed one.
create function isolate_tenant(target regclass) returns void
language plpgsql as $$
declare
  is_distributed boolean := false;
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''appointments''::regclass)'
      into is_distributed;
  end if;
  if is_distributed then
    execute format(
      'select create_distributed_table(%L, ''tenant_id'', colocate_with := ''appointments'')', target);
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to samay_app
      using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id())', target);
  execute format('create policy platform on %s to samay_platform using (true) with check (true)', target);
end
$$;

-- Confines the platform's rights to the business that a transaction of it names, and leaves them
-- unrestricted if it names none; called after isolate_tenant. A condition of the policy, because
-- Citus makes a restrictive policy permissive; `coalesce`, because the planner estimates `is null
-- or` at half of the rows.
create function confine_platform(target regclass) returns void
language plpgsql as $$
begin
  execute format(
    'alter policy platform on %s using (coalesce(tenant_id = current_tenant_id(), true))
      with check (coalesce(tenant_id = current_tenant_id(), true))', target);
end
$$;

-- Hides a table of the platform from every business.
create function keep_for_platform(target regclass) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy platform on %s to samay_platform using (true) with check (true)', target);
end
$$;
