-- What the platform's administration reads and does: lists of businesses and people with search and filters, the audit log by action
-- and person, and the ledger of what was erased.

create index tenants_newest on tenants (created_at desc, id desc);
create index tenants_status on tenants (status, created_at desc, id desc) where deleted_at is null;
create index tenants_deleted on tenants (deleted_at) where deleted_at is not null;
create index tenants_search on tenants using gin (lower(name) gin_trgm_ops);
create index business_profiles_search on business_profiles using gin (lower(email) gin_trgm_ops);
create index users_newest on users (created_at desc, id desc);
create index users_deleted on users (deleted_at) where deleted_at is not null;
-- The line break keeps a match within one of the two.
create index users_search on users using gin ((email_key || E'\n' || lower(coalesce(full_name, ''))) gin_trgm_ops);
create index memberships_role on memberships (role);
create index subscriptions_newest on subscriptions (created_at desc, id desc);
create index subscriptions_plan on subscriptions (plan_id, tenant_id) where status = 'active';

-- The first word of an action: `appointment` of `appointment.cancelled`.
alter table audit_log add column noun text not null generated always as (split_part(action, '.', 1)) stored;
create index audit_log_noun on audit_log (tenant_id, noun, at, id);
create index audit_log_actor on audit_log (tenant_id, actor_id, at, id);

-- A person whose account is deleted is hidden from their colleagues at once, not when they are erased.
drop policy colleagues on users;
create policy colleagues on users for select to samay_app
  using (deleted_at is null and exists (select from memberships where memberships.user_id = users.id));

-- Which businesses and people were erased, and when: ids and times, nothing that says who they were. A database restored from before an
-- erasure is told by these rows what to erase again.
create table erasures (
  kind text not null check (kind in ('tenant', 'person')),
  subject_id uuid not null,
  deleted_at timestamptz not null,
  erased_at timestamptz not null,
  primary key (kind, subject_id)
);
select keep_for_platform('erasures');
grant select, insert, update on erasures to samay_platform;

-- The guard of 0010, which erasing a person may pass in one way: the payer's address becomes `erased`, and all else stays.
create or replace function refuse_payment_going_back() returns trigger
language plpgsql as $$
declare
  places text[] := array['open', 'expired', 'paid', 'granted'];
begin
  if array_position(places, new.state) < array_position(places, old.state)
    or (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
    or (new.provider_order_id, new.plan_id, new.amount_paise) is distinct from (old.provider_order_id, old.plan_id, old.amount_paise)
    or (new.email_key is distinct from old.email_key and (new.email, new.email_key) is distinct from ('erased', 'erased'))
  then
    raise exception 'an order does not go from % to %, nor change what was ordered', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create index payment_orders_newest on payment_orders (created_at desc, id desc);
