-- The look-up of 0009 for all requests that the server has at hand in one moment: each would otherwise be a message of its own, and the
-- messages cost more than the looking. Each session is asked about for its own moment; `place` tells whose answer a row is.
drop function authenticate(uuid, timestamptz);
create function authenticate(session_ids uuid[], moments timestamptz[])
returns table (
  place bigint, user_id uuid, email text, full_name text, assurance text, device_hash text, role text,
  tenant_id uuid, tenant_name text, tenant_status text, business_type text, onboarding_completed boolean,
  has_factor boolean, assured_at timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp
-- Planned once a connection (0005): a plan for just these sessions would be made anew at every call.
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select asked.nth, users.id, users.email, users.full_name, sessions.assurance, sessions.device_hash,
      case when platform_admins.user_id is not null then 'SUPER_ADMIN' else memberships.role end,
      tenants.id, tenants.name, tenants.status, business_profiles.business_type, business_profiles.onboarding_completed,
      second_factors.verified_at is not null, sessions.assured_at
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
alter function authenticate owner to samay_platform;
revoke execute on function authenticate(uuid[], timestamptz[]) from public;
do $$
declare
  login name;
begin
  for login in select rolname from pg_auth_members join pg_roles on pg_roles.oid = member where roleid = 'samay_app'::regrole loop
    execute format('grant execute on function authenticate(uuid[], timestamptz[]) to %I', login);
  end loop;
end
$$;
