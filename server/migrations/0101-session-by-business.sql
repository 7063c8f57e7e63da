-- As sessions_with_times of 0062, which servers of the last release still call, in statements that each ask one place: people, sessions and businesses,
-- then the profile and the stamp of a business by its id alone (docs/decisions/0075-the-platform-over-many-nodes.md). Over several nodes the first runs
-- on the coordinator and the others on the node of that business. They are not joined: Citus keeps a plan of one table and none of two.
--
-- What all businesses share is no row of change_stamps here but a hash of it: plans are three rows, and on whichever node a stamp of theirs lay, its
-- failure would sign everybody out. With the transaction that wrote each: a plan that is changed and changed back has another hash than before, so that
-- a reply which was made in between is not taken for the one of now.
create function sessions_of_requests(session_ids uuid[], moments timestamptz[])
returns table (
  place bigint, user_id uuid, email text, full_name text, assurance text, device_hash text, role text, has_factor boolean, assured_at timestamptz,
  tenant_id uuid, tenant_name text, tenant_status text, business_type text, onboarding_completed boolean, keeps_times_apart boolean,
  employees_may_overbook boolean, change_stamp text
)
language plpgsql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
-- A look-up is of few sessions: each table is asked by its key. Otherwise PostgreSQL reads it whole and hashes it, up to some thousand rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  shared numeric;
  stamped numeric;
  seen uuid;
begin
  select sum(hashtextextended(plans.xmin::text || plans::text, 0)) into shared from plans;
  for place, user_id, email, full_name, assurance, device_hash, role, has_factor, assured_at, tenant_id, tenant_name, tenant_status in
    select asked.nth, users.id, users.email, users.full_name, sessions.assurance, sessions.device_hash,
      case when platform_admins.user_id is not null then 'SUPER_ADMIN' else memberships.role end,
      second_factors.verified_at is not null, sessions.assured_at, tenants.id, tenants.name, tenants.status
    from unnest(session_ids, moments) with ordinality as asked (id, moment, nth)
    join sessions on sessions.id = asked.id and sessions.ended_at is null and sessions.expires_at > asked.moment
    join users on users.id = sessions.user_id and users.deleted_at is null
    left join platform_admins on platform_admins.user_id = users.id
    left join memberships on memberships.user_id = users.id and platform_admins.user_id is null
    left join tenants on tenants.id = memberships.tenant_id and tenants.deleted_at is null
    left join second_factors on second_factors.user_id = users.id
    order by tenants.id
  loop
    -- The people of one business, one after the other, share what is read of it.
    if tenant_id = seen then
      return next;
      continue;
    end if;
    seen := tenant_id;
    select profile.business_type, profile.onboarding_completed, profile.keeps_times_apart, profile.employees_may_overbook
      into business_type, onboarding_completed, keeps_times_apart, employees_may_overbook
      from business_profiles as profile where profile.tenant_id = sessions_of_requests.tenant_id;
    select sum(stamps.stamp) into stamped from change_stamps as stamps where stamps.tenant_id = sessions_of_requests.tenant_id;
    change_stamp := shared + coalesce(stamped, 0);
    return next;
  end loop;
end
$$;
alter function sessions_of_requests owner to samay_platform;
revoke execute on function sessions_of_requests(uuid[], timestamptz[]) from public;
do $$
declare
  login name;
begin
  for login in select rolname from pg_auth_members join pg_roles on pg_roles.oid = member where roleid = 'samay_app'::regrole loop
    execute format('grant execute on function sessions_of_requests(uuid[], timestamptz[]) to %I', login);
  end loop;
end
$$;
