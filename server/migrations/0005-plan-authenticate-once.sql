-- The same look-up as in 0002, in PL/pgSQL: a function in SQL is planned at every call, and planning this join cost each request several
-- times what running it does. PL/pgSQL keeps the plan for the connection.
create or replace function authenticate(session uuid, at timestamptz)
returns table (
  user_id uuid, email text, full_name text, assurance text, device_hash text, role text,
  tenant_id uuid, tenant_name text, tenant_status text, business_type text, onboarding_completed boolean
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return query
    select users.id, users.email, users.full_name, sessions.assurance, sessions.device_hash,
      case when platform_admins.user_id is not null then 'SUPER_ADMIN' else memberships.role end,
      tenants.id, tenants.name, tenants.status, business_profiles.business_type, business_profiles.onboarding_completed
    from sessions
    join users on users.id = sessions.user_id and users.deleted_at is null
    left join platform_admins on platform_admins.user_id = users.id
    left join memberships on memberships.user_id = users.id and platform_admins.user_id is null
    left join tenants on tenants.id = memberships.tenant_id and tenants.deleted_at is null
    left join business_profiles on business_profiles.tenant_id = tenants.id
    where sessions.id = session and sessions.ended_at is null and sessions.expires_at > at;
end
$$;
