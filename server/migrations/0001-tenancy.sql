-- Who may see what, before there is anything to see.
--
-- samay_app       serves one business at a time: row security shows it the rows of app.tenant_id and no others.
-- samay_platform  serves sign-in, background work and the super admin: it sees all businesses.
-- Requests never run as the login role itself, which may become either of the two but inherits nothing from them.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['samay_app', 'samay_platform'] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
  -- Functions that must see past row security belong to samay_platform, so whoever migrates has to be a member of it.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant samay_app, samay_platform to %I', current_user);
  end if;
  -- It may become either role and must inherit from none: row security would otherwise show it what samay_platform sees.
  if exists (select from pg_roles where rolname = 'samay_login') then
    if current_setting('server_version_num')::int >= 160000 then
      execute 'grant samay_app, samay_platform to samay_login with inherit false, set true';
    else
      alter role samay_login noinherit;
      grant samay_app, samay_platform to samay_login;
    end if;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to samay_app, samay_platform;
grant create on schema public to samay_platform;

-- The business this transaction works for; null outside of one, and then no row matches.
create function current_tenant_id() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Called once for every table that holds rows of a business: its column tenant_id decides who sees a row.
create function isolate_tenant(target regclass) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to samay_app using (tenant_id = (select current_tenant_id())) with check (tenant_id = (select current_tenant_id()))',
    target);
  execute format('create policy platform on %s to samay_platform using (true) with check (true)', target);
end
$$;

-- Called once for every table of the platform itself: no business sees it.
create function keep_for_platform(target regclass) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy platform on %s to samay_platform using (true) with check (true)', target);
end
$$;
