-- Returns whether a user belongs to this business. It bypasses the policies of memberships, so that
-- a business can show the names of its colleagues.
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
create policy colleagues on users for select to samay_app using (deleted_at is null and is_colleague(id));

-- Announces changes of members and invitations to the servers: one list shows both, under one name.
-- The argument is the column with the row's id.
create function announce_staff() returns trigger
language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('changes', concat_ws(
    ' ', changed ->> 'tenant_id', 'staff', changed ->> tg_argv[0], lower(tg_op)));
  return null;
end
$$;
create trigger announce_staff after insert or update or delete on memberships
  for each row execute function announce_staff('user_id');
create trigger announce_staff after insert or update or delete on invitations
  for each row execute function announce_staff('id');

-- Refuses to reopen an order, to give it another payment, and to change the ordered plan. The
-- payer's browser, the provider's webhook and our own requests all update an order. Erasing a user
-- sets the address to `erased`.
create function refuse_payment_going_back() returns trigger
language plpgsql as $$
declare
  places text[] := array['open', 'expired', 'paid', 'granted'];
begin
  if array_position(places, new.state) < array_position(places, old.state)
    or (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
    or (new.provider_order_id, new.plan_id, new.amount_paise)
      is distinct from (old.provider_order_id, old.plan_id, old.amount_paise)
    or (new.email_key is distinct from old.email_key
      and (new.email, new.email_key) is distinct from ('erased', 'erased'))
  then
    raise exception 'an order does not go from % to %, nor change what was ordered', old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger refuse_payment_going_back before update on payment_orders
  for each row execute function refuse_payment_going_back();

-- Returns the live sessions among the requested ones, each at its own moment, with user and
-- business; `place` is the position in the request. Each statement reads one place by its key: over
-- several nodes the first runs on the coordinator and the others on the business's node. They are
-- not joined: Citus keeps a plan of one table and none of two (decision 0075).
-- All businesses share the plans; a hash of them is part of each change stamp, with the transaction
-- that wrote each row, so that a plan that is changed and changed back gives another stamp.
create function sessions_of_requests(session_ids uuid[], moments timestamptz[])
returns table (
  place int, user_id uuid, email text, full_name text, assurance text, device_hash text, role text,
  has_factor boolean, assured_at timestamptz, tenant_id uuid, tenant_name text, tenant_status text,
  business_type text, onboarding_completed boolean, employees_may_overbook boolean,
  employees_may_close boolean, employees_may_refund boolean, change_stamp text
)
language plpgsql stable security definer set search_path = public, pg_temp
-- A plan that was made while a table was small also reads it by its key.
set enable_seqscan = off
as $$
declare
  shared numeric;
  stamped numeric;
begin
  select sum(hashtextextended(plans.xmin::text || plans::text, 0)) into shared from plans;
  for asked in 1 .. cardinality(session_ids) loop
    place := asked;
    select users.id, users.email, users.full_name, sessions.assurance, sessions.device_hash,
      case when platform_admins.user_id is not null then 'SUPER_ADMIN' else memberships.role end,
      second_factors.verified_at is not null, sessions.assured_at, tenants.id, tenants.name, tenants.status
    into user_id, email, full_name, assurance, device_hash, role, has_factor, assured_at,
      tenant_id, tenant_name, tenant_status
    from sessions
    join users on users.id = sessions.user_id and users.deleted_at is null
    left join platform_admins on platform_admins.user_id = users.id
    left join memberships on memberships.user_id = users.id and platform_admins.user_id is null
    left join tenants on tenants.id = memberships.tenant_id and tenants.deleted_at is null
    left join second_factors on second_factors.user_id = users.id
    where sessions.id = session_ids[asked] and sessions.ended_at is null
      and sessions.expires_at > moments[asked];
    continue when not found;
    select profile.business_type, profile.onboarding_completed, profile.employees_may_overbook,
        profile.employees_may_close, profile.employees_may_refund
      into business_type, onboarding_completed, employees_may_overbook, employees_may_close, employees_may_refund
      from business_profiles as profile where profile.tenant_id = sessions_of_requests.tenant_id;
    select sum(stamps.stamp) into stamped
      from change_stamps as stamps where stamps.tenant_id = sessions_of_requests.tenant_id;
    change_stamp := shared + coalesce(stamped, 0);
    return next;
  end loop;
end
$$;
alter function sessions_of_requests owner to samay_platform;
-- The logins that serve may look up the user of a session, and a business's transaction may not.
-- Later logins get the right when the server starts (db/migrate/migrate.ts).
revoke execute on function sessions_of_requests(uuid[], timestamptz[]) from public;
do $$
declare
  login name;
begin
  for login in
    select rolname from pg_auth_members join pg_roles on pg_roles.oid = member
    where roleid = 'samay_app'::regrole
  loop
    execute format('grant execute on function sessions_of_requests(uuid[], timestamptz[]) to %I', login);
  end loop;
end
$$;
