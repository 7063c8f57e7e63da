-- As sessions_with_stamp of 0047, which servers of the last release still call, with what the business has decided about times that are taken: it
-- counts from the next request on (docs/decisions/0049-settings-of-time.md).
create function sessions_with_times(session_ids uuid[], moments timestamptz[])
returns table (
  place bigint, user_id uuid, email text, full_name text, assurance text, device_hash text, role text,
  tenant_id uuid, tenant_name text, tenant_status text, business_type text, onboarding_completed boolean,
  has_factor boolean, assured_at timestamptz, change_stamp text, keeps_times_apart boolean, employees_may_overbook boolean
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
        where change_stamps.tenant_id in (tenants.id, '00000000-0000-0000-0000-000000000000')),
      business_profiles.keeps_times_apart, business_profiles.employees_may_overbook
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
alter function sessions_with_times owner to samay_platform;
revoke execute on function sessions_with_times(uuid[], timestamptz[]) from public;
do $$
declare
  login name;
begin
  for login in select rolname from pg_auth_members join pg_roles on pg_roles.oid = member where roleid = 'samay_app'::regrole loop
    execute format('grant execute on function sessions_with_times(uuid[], timestamptz[]) to %I', login);
  end loop;
end
$$;
