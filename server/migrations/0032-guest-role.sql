-- Strangers on the page of a business read as a role of their own, which sees what the page shows and nothing else.
do $$
declare
  -- From PostgreSQL 16 on who made a role is a member of it, but may not become it.
  becomes constant text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  if not exists (select from pg_roles where rolname = 'samay_guest') then
    begin
      -- The nodes of a cluster log in to each other with the roles of transactions.
      if exists (select from pg_extension where extname = 'citus') then
        create role samay_guest login noinherit;
      else
        create role samay_guest nologin noinherit;
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of the PostgreSQL has made it meanwhile
    end;
  end if;
  -- Grants what is missing alone: who made the role in another database, or by hand, may have granted it.
  if not pg_has_role(current_user, 'samay_guest', becomes) then
    execute format('grant samay_guest to %I', current_user);
  end if;
  if exists (select from pg_roles where rolname = 'samay_login') and not pg_has_role('samay_login', 'samay_guest', becomes) then
    if becomes = 'set' then
      execute 'grant samay_guest to samay_login with inherit false, set true';
    else
      grant samay_guest to samay_login;
    end if;
  end if;
exception when insufficient_privilege then
  raise exception 'the owner % may not make or grant the role samay_guest (%): a superuser makes it and grants it to the owner and to samay_login', current_user, sqlerrm
    using errcode = 'insufficient_privilege';
end
$$;
grant usage on schema public to samay_guest;

create policy guest on services for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, id, name, duration_min, buffer_before_min, buffer_after_min, grid_min, price_paise,
  priced_per, free_within_days, by_every_resource, position, archived_at, created_at) on services to samay_guest;

create policy guest on service_resources for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, service_id, resource_id) on service_resources to samay_guest;

create policy guest on price_rules for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, service_id, position, resource_id, weekdays, from_time, to_time, price_paise) on price_rules to samay_guest;

create policy guest on resources for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, id, name, whole_id, position, archived_at, created_at) on resources to samay_guest;

create policy guest on weekly_hours for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, id, resource_id, weekday, opens, closes) on weekly_hours to samay_guest;

create policy guest on hour_exceptions for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, id, kind, resource_id, starts_at, ends_at) on hour_exceptions to samay_guest;

create policy guest on claims for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, resource_id, starts_at, ends_at, expires_at) on claims to samay_guest;

create policy guest on business_profiles for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, business_type, address, telephone, map_link, language, cutoff_min, notice_min) on business_profiles to samay_guest;

create policy guest on online_booking for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, is_on, is_published, shows_prices, horizon_days, open_per_number, hidden_services,
  hidden_resources, intro, mode) on online_booking to samay_guest;

create policy guest on tenants for select to samay_guest
  using (coalesce(id = current_tenant_id(), slug is not null));
grant select (id, name, slug, status, deleted_at) on tenants to samay_guest;

create policy guest on former_slugs for select to samay_guest using (current_tenant_id() is null);
grant select (tenant_id, slug, left_at) on former_slugs to samay_guest;
