-- A business's change stamp (docs/decisions/0036-unchanged-is-nothing.md): the sum of its rows here. Every transaction that changes what its
-- screens show raises one of them, so that an equal sum means that nothing was committed between two looks. A sequence would take its number
-- before the commit, and a look in between would hide the change.
--
-- Several rows, because with one the writers of a business would wait for each other until the commit. A transaction takes a row that no other
-- holds, and adds one where all are held: it waits for nobody, so it takes part in no deadlock. There are never more rows than there were
-- concurrent writers. The tenant 0 is the platform: what belongs to every business, such as plans. It is no row of tenants, so there is no
-- reference.
create table change_stamps (
  tenant_id uuid not null,
  slot uuid not null default gen_random_uuid(),
  stamp bigint not null,
  primary key (tenant_id, slot)
) with (fillfactor = 50); -- Room for the next version of a row on its own page: no index entry is written for it.
select isolate_tenant('change_stamps');
grant select, insert, update on change_stamps to samay_app;
grant select, insert, update, delete on change_stamps to samay_platform;

-- Once a transaction and business. `app.stamped` is the business that this transaction has stamped last, of which it need not be asked again.
create function stamp_change(changed uuid) returns void
language plpgsql as $$
declare
  stamped text := current_setting('app.stamped', true);
  -- The clock, so that stamps which are counted on from a restored backup differ from those that were given out before.
  instant bigint;
begin
  if stamped = changed::text then
    return;
  end if;
  instant := extract(epoch from clock_timestamp()) * 1000000;
  perform set_config('app.stamped', changed::text, true);
  if stamped <> '' and exists (select from change_stamps where tenant_id = changed and xmin = pg_current_xact_id()::xid) then
    return;
  end if;
  update change_stamps set stamp = greatest(stamp + 1, instant)
    where tenant_id = changed and slot = (
      select free.slot from change_stamps as free where free.tenant_id = changed limit 1 for update skip locked);
  if not found then
    insert into change_stamps (tenant_id, stamp) values (changed, instant);
  end if;
end
$$;

create function stamp_row() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform stamp_change(old.tenant_id);
  else
    perform stamp_change(new.tenant_id);
  end if;
  return null;
end
$$;

-- A person's name or deletion shows in the business that they belong to.
create function stamp_person() returns trigger
language plpgsql as $$
begin
  perform stamp_change(tenant_id) from memberships where user_id = new.id;
  return null;
end
$$;

create function stamp_platform() returns trigger
language plpgsql as $$
begin
  perform stamp_change('00000000-0000-0000-0000-000000000000');
  return null;
end
$$;

-- As authenticate of 0027, which servers of the last release still call, with the stamp of the business: it is read with the session, so before
-- anything that it speaks for.
create function sessions_with_stamp(session_ids uuid[], moments timestamptz[])
returns table (
  place bigint, user_id uuid, email text, full_name text, assurance text, device_hash text, role text,
  tenant_id uuid, tenant_name text, tenant_status text, business_type text, onboarding_completed boolean,
  has_factor boolean, assured_at timestamptz, change_stamp text
)
language plpgsql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select asked.nth, users.id, users.email, users.full_name, sessions.assurance, sessions.device_hash,
      case when platform_admins.user_id is not null then 'SUPER_ADMIN' else memberships.role end,
      tenants.id, tenants.name, tenants.status, business_profiles.business_type, business_profiles.onboarding_completed,
      second_factors.verified_at is not null, sessions.assured_at,
      (select coalesce(sum(stamp), 0)::text from change_stamps
        where change_stamps.tenant_id in (tenants.id, '00000000-0000-0000-0000-000000000000'))
    from unnest(session_ids, moments) with ordinality as asked (id, moment, nth)
    join sessions on sessions.id = asked.id and sessions.ended_at is null and sessions.expires_at > asked.moment
    join users on users.id = sessions.user_id and users.deleted_at is null
    left join platform_admins on platform_admins.user_id = users.id
    left join memberships on memberships.user_id = users.id and platform_admins.user_id is null
    left join tenants on tenants.id = memberships.tenant_id and tenants.deleted_at is null
    left join business_profiles on business_profiles.tenant_id = tenants.id
    left join second_factors on second_factors.user_id = users.id;
end
$$;
alter function sessions_with_stamp owner to samay_platform;
revoke execute on function sessions_with_stamp(uuid[], timestamptz[]) from public;
do $$
declare
  login name;
begin
  for login in select rolname from pg_auth_members join pg_roles on pg_roles.oid = member where roleid = 'samay_app'::regrole loop
    execute format('grant execute on function sessions_with_stamp(uuid[], timestamptz[]) to %I', login);
  end loop;
end
$$;
