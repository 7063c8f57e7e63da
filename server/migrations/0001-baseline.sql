-- The schema of release 1.0.0, which never changes again: a change is an edit of server/schema and a migration.
-- oldest release: 0001

-- server/schema/roles.sql

-- Names the two roles that see rows, and the functions that set up row security for a table.
--
--   samay_app       serves one business at a time: row security shows it the rows of app.tenant_id.
--   samay_platform  serves sign-in, background work and the super admin: it sees all businesses.
--
-- Requests never run as the login role, which may become either of the two and inherits from none.

create extension if not exists pg_trgm; -- matches parts of a text
create extension if not exists btree_gin; -- includes the business in such an index
create extension if not exists btree_gist; -- keeps claims of one unit apart, in one constraint

do $$
declare
  role_name text;
begin
  -- The roles belong to the whole cluster: another database of it may have created them.
  foreach role_name in array array['samay_app', 'samay_platform'] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
  -- Functions that bypass row security belong to samay_platform, and only a member may give them to
  -- it.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant samay_app, samay_platform to %I', current_user);
  end if;
  -- A login that inherited from samay_platform would see every row without changing to it.
  if exists (select from pg_roles where rolname = 'samay_login') then
    if current_setting('server_version_num')::int >= 160000 then
      execute 'grant samay_app, samay_platform to samay_login with inherit false, set true';
    else
      -- Grants only missing memberships: two databases of a cluster may be migrated at the same
      -- time.
      if (select rolinherit from pg_roles where rolname = 'samay_login') then
        alter role samay_login noinherit;
      end if;
      grant samay_app, samay_platform to samay_login;
    end if;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to samay_app, samay_platform;
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

-- server/schema/identity/tables.sql

-- Keeps the people who sign in, their proofs of identity, and their sessions.

-- A row is a user: one person, one address.
create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- The compared form of the address: NFKC, lower case. One user has it.
  email_key text not null unique check (email_key = lower(email_key)),
  full_name text,
  -- Null until a password is set.
  password_hash text,
  created_at timestamptz not null default now(),
  -- Set: hidden, and erased after thirty days.
  deleted_at timestamptz
);
create index users_newest on users (created_at desc, id desc);
create index users_deleted on users (deleted_at) where deleted_at is not null;
-- The line break keeps a match within one of the two.
create index users_search on users
  using gin ((email_key || E'\n' || lower(coalesce(full_name, ''))) gin_trgm_ops);
select keep_for_platform('users');
-- A business reads its colleagues (policy in tenancy/functions.sql), and never a password.
grant select (id, email, full_name, created_at, deleted_at) on users to samay_app;
grant select, insert, update, delete on users to samay_platform;

-- A row is a super admin, who belongs to no business.
create table platform_admins (
  user_id uuid primary key references users (id)
);
select keep_for_platform('platform_admins');
grant select, insert, delete on platform_admins to samay_platform;

-- A row is a signed-in browser.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  -- SHA-256 of the browser's device cookie; an access token counts only together with it.
  device_hash text not null,
  -- The secret that signs this session's refresh tokens, and the number of their rotations.
  refresh_key bytea not null,
  refresh_counter int not null default 0,
  rotated_at timestamptz not null,
  remember boolean not null,
  -- `aal2` after the second factor is proven.
  assurance text not null default 'aal1' check (assurance in ('aal1', 'aal2')),
  assured_at timestamptz,
  -- Wrong codes in a row.
  wrong_codes int not null default 0,
  -- The browser's user agent, by which its user recognises it.
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_of_everybody on sessions (user_id);
select keep_for_platform('sessions');
grant select, insert, update, delete on sessions to samay_platform;

-- A row is a user's second factor, a secret for six-digit codes (RFC 6238).
create table second_factors (
  user_id uuid primary key references users (id),
  -- AES-256-GCM under the installation's encryption key: a copy of the database alone makes no
  -- codes.
  encrypted_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code has shown that the user's device has the secret; before, it counts
  -- for nothing.
  verified_at timestamptz,
  -- The 30-second step of the last accepted code: each code works once.
  last_step bigint not null default 0
);
select keep_for_platform('second_factors');
grant select, insert, update, delete on second_factors to samay_platform;

-- A row is a recovery code for a lost telephone; it works once.
create table recovery_codes (
  user_id uuid not null references users (id),
  -- HMAC-SHA-256 under the installation's encryption key.
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
select keep_for_platform('recovery_codes');
grant select, insert, update, delete on recovery_codes to samay_platform;

-- A row is a user's account at an identity provider, by the provider's own number, which never
-- changes, unlike the address. A user has one account at a provider: an address that Google gives
-- to another person does not sign them in as its former holder.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);
select keep_for_platform('identities');
grant select, insert, update, delete on identities to samay_platform;

-- A row is a started sign-in at a provider: hashes of the state that is sent and of the secret that
-- stays in the browser. A row is used once.
create table oauth_attempts (
  state_hash text primary key,
  browser_hash text not null,
  remember boolean not null,
  expires_at timestamptz not null
);
create index oauth_attempts_age on oauth_attempts (expires_at);
select keep_for_platform('oauth_attempts');
grant select, insert, update, delete on oauth_attempts to samay_platform;

-- A row is a mailed link that works once; the purpose decides its effect.
create table mailed_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  purpose text not null check (purpose in ('recovery', 'signup', 'invite')),
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  -- signup: the name of the new business; null if a payment has created it already.
  business_name text,
  -- invite: the invitation and its business.
  tenant_id uuid,
  invitation_id uuid,
  -- signup with a payment: the paid order.
  order_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_links_of_address on mailed_links (email_key, created_at);
create index mailed_links_age on mailed_links (expires_at);
select keep_for_platform('mailed_links');
grant select, insert, update, delete on mailed_links to samay_platform;

-- server/schema/identity/functions.sql

-- Announces the end of a session to the servers, so that its open streams close immediately. They
-- listen for the session's id and for the table's own name: on Citus, tg_table_name is that of a
-- shard.
create function announce_session_end() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changes', concat_ws(' ', new.id, 'sessions', new.id, 'delete'));
  return null;
end
$$;
create trigger announce_session_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function announce_session_end();

-- Serialises removals of super admins, so that each sees the remaining ones.
create function lock_super_admins() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('super admins', 0));
  return null;
end
$$;
create trigger lock_super_admins before delete on platform_admins
  for each statement execute function lock_super_admins();

-- Refuses to delete the last super admin, by any statement. Runs after each row: on Citus a trigger
-- may not read the rows of its statement, and all of them are deleted by then.
create function keep_a_super_admin() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from public.platform_admins join public.users on users.id = platform_admins.user_id
    where users.deleted_at is null
  ) then
    raise exception 'the platform keeps at least one super admin'
      using errcode = 'restrict_violation', constraint = 'keep_a_super_admin';
  end if;
  return null;
end
$$;
create trigger keep_a_super_admin after delete on platform_admins
  for each row execute function keep_a_super_admin();

-- server/schema/tenancy/tables.sql

-- Keeps the businesses, their members, plans and payments.

-- A row is a business.
create table tenants (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  -- The id in links that are sent to people, and the name in the address of its public page.
  short_id text not null unique default left(md5(gen_random_uuid()::text), 10),
  slug text unique check (slug ~ '^[a-z0-9](-?[a-z0-9]){2,59}$'),
  status text not null default 'pending' check (status in ('active', 'pending', 'suspended')),
  -- The reason of a suspension as its people read it, and whether a payment for a plan ends it.
  suspended_reason text check (length(suspended_reason) between 1 and 200),
  suspended_until_paid boolean not null default false,
  created_at timestamptz not null default now(),
  -- Set: hidden, and erased after thirty days.
  deleted_at timestamptz,
  constraint tenants_suspension check (
    status = 'suspended' or (suspended_reason is null and not suspended_until_paid))
);
create index tenants_newest on tenants (created_at desc, id desc);
create index tenants_status on tenants (status, created_at desc, id desc) where deleted_at is null;
create index tenants_deleted on tenants (deleted_at) where deleted_at is not null;
create index tenants_search on tenants using gin (lower(name) gin_trgm_ops);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant on tenants to samay_app
  using (id = current_tenant_id()) with check (id = current_tenant_id());
-- Confines writing, like confine_platform. Reading stays unrestricted: a condition would prevent
-- the super admin's search from using the index of names.
create policy platform on tenants for select to samay_platform using (true);
create policy platform_insert on tenants for insert to samay_platform
  with check (coalesce(id = current_tenant_id(), true));
create policy platform_update on tenants for update to samay_platform
  using (coalesce(id = current_tenant_id(), true)) with check (coalesce(id = current_tenant_id(), true));
create policy platform_delete on tenants for delete to samay_platform
  using (coalesce(id = current_tenant_id(), true));
grant select, update (name) on tenants to samay_app;
grant select, insert, update, delete on tenants to samay_platform;

-- A row is a business's own description: type, name, hours, and its rules.
create table business_profiles (
  tenant_id uuid primary key references tenants (id),
  email text not null,
  -- Null until onboarding is completed, which asks for it.
  business_type text check (business_type in ('doctor', 'turf')),
  business_name text,
  -- The words of onboarding: [{"start_time": "9 AM", "end_time": "1 PM"}, …] and {Monday, …}. The
  -- effective hours are in weekly_hours.
  time_slots jsonb not null default '[]' check (jsonb_typeof(time_slots) = 'array'),
  operating_days text[] not null default '{}',
  onboarding_completed boolean not null default false,
  updated_at timestamptz not null default now(),
  employees_may_overbook boolean not null default true,
  -- Whether employees may close a day or a span, and decide about its bookings.
  employees_may_close boolean not null default true,
  -- Whether the desk has one drawer; otherwise each person has their own.
  one_drawer boolean not null default false,
  -- Whether the cash of a drawer is shown only once it was counted.
  count_first boolean not null default false,
  -- Whether a drawer's cash is counted at its opening, and its UPI and card totals confirmed at its close.
  count_opening boolean not null default false,
  confirm_totals boolean not null default false,
  -- Whether employees may give money back, void what others took, and waive beyond their limit.
  employees_may_refund boolean not null default false,
  -- The most that each role waives of one price; null for no limit. Owners have none.
  doctor_discount_paise int default 50000 check (doctor_discount_paise >= 0),
  employee_discount_paise int default 50000 check (employee_discount_paise >= 0),
  -- The last day whose bookings are locked: their amounts, prices, discounts and statuses stay; null: none are.
  money_locked_until date,
  -- Why it was last moved back; null while it was not, or was moved forward after it.
  money_unlock_reason text check (length(money_unlock_reason) <= 200),
  -- The charges that the desk is offered: a list of `ChargeOffer` of the contract.
  charge_list jsonb not null default '[]' check (jsonb_typeof(charge_list) = 'array'),
  -- The address for payments by UPI; null: no code is offered.
  upi_id text check (upi_id ~ '^[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9]{1,63}$'),
  -- The head of its slips and papers.
  address text check (length(address) <= 300),
  telephone text check (length(telephone) <= 40),
  registration_number text check (length(registration_number) <= 60),
  map_link text check (map_link like 'https://%'),
  -- The language of messages to people whose language is not known.
  language text not null default 'en' check (language in ('en', 'hi', 'mr', 'te')),
  -- A business whose onboarding is completed has a type.
  check (not onboarding_completed or business_type is not null)
);
create index business_profiles_search on business_profiles using gin (lower(email) gin_trgm_ops);
select isolate_tenant('business_profiles');
-- Confines the platform's rights as for tenants, for the same reason.
drop policy platform on business_profiles;
create policy platform on business_profiles for select to samay_platform using (true);
create policy platform_insert on business_profiles for insert to samay_platform
  with check (coalesce(tenant_id = current_tenant_id(), true));
create policy platform_update on business_profiles for update to samay_platform
  using (coalesce(tenant_id = current_tenant_id(), true))
  with check (coalesce(tenant_id = current_tenant_id(), true));
create policy platform_delete on business_profiles for delete to samay_platform
  using (coalesce(tenant_id = current_tenant_id(), true));
-- Only the platform writes type and completion.
grant select, update (business_name, time_slots, operating_days, employees_may_overbook, employees_may_close,
  employees_may_refund, one_drawer, count_first, count_opening, confirm_totals,
  doctor_discount_paise, employee_discount_paise, charge_list, upi_id, address, telephone, registration_number,
  map_link, language, money_locked_until, money_unlock_reason, updated_at) on business_profiles to samay_app;
grant select, insert, update, delete on business_profiles to samay_platform;

-- A row is a user in a business, with a role. A user belongs to one business at a time.
create table memberships (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE')),
  created_at timestamptz not null default now(),
  -- The time at which this user dismissed the setup checklist; null while it is shown.
  setup_checklist_dismissed_at timestamptz,
  -- The setup questions that this user has skipped, or answered with 'as it is'.
  skipped_setup_steps text[] not null default '{}',
  primary key (tenant_id, user_id),
  unique (user_id)
);
create index memberships_role on memberships (role);
select isolate_tenant('memberships');
select confine_platform('memberships');
-- Only the platform writes roles.
grant select, update (setup_checklist_dismissed_at, skipped_setup_steps) on memberships to samay_app;
grant select, insert, update, delete on memberships to samay_platform;

-- A row is an address that may join a business with a role. A business has one pending invitation
-- of an address.
create table invitations (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  role text not null check (role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE')),
  -- Null: from the platform, for the owner of a business that a super admin has added.
  added_by uuid,
  -- The resource that an invited doctor takes over, checked again when they accept.
  practitioner_id uuid,
  -- Whether they get a resource of their own even if one has their name.
  is_new_practitioner boolean not null default false check (not is_new_practitioner or practitioner_id is null),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null: pending. Set once, at the first sign-in.
  activated_at timestamptz,
  activated_by uuid references users (id),
  primary key (tenant_id, id)
);
create unique index one_pending_invitation on invitations (tenant_id, email_key) where activated_at is null;
create index invitations_of_address on invitations (email_key, created_at) where activated_at is null;
select isolate_tenant('invitations');
select confine_platform('invitations');
-- A business cancels and renews its invitations; only the platform writes address and role.
grant select, delete, update (sent_at, expires_at) on invitations to samay_app;
grant select, insert, update, delete on invitations to samay_platform;

-- A row is a plan that a business may subscribe to.
create table plans (
  id text primary key,
  name text not null,
  appointment_limit int not null check (appointment_limit >= 0),
  monthly_price_paise int not null check (monthly_price_paise >= 0)
);
alter table plans enable row level security;
alter table plans force row level security;
create policy everyone on plans for select to samay_app using (true);
create policy platform on plans to samay_platform using (true) with check (true);
grant select on plans to samay_app;
grant select, insert, update, delete on plans to samay_platform;
set local role samay_platform;
insert into plans (id, name, appointment_limit, monthly_price_paise) values
  ('basic', 'Basic', 25, 0),
  ('premium', 'Premium', 250, 99900),
  ('enterprise', 'Enterprise', 2500, 299900);
reset role;

-- A row is a business's plan since a day. At most one of a business is active.
create table subscriptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  plan_id text not null references plans (id),
  status text not null check (status in ('active', 'ended')),
  -- The first cycle; later ones are counted from it by months.
  billing_cycle_start date not null,
  billing_cycle_end date not null,
  -- Null: free, or given by the platform, without an end.
  paid_until date,
  -- The time at which the owners were reminded of the end of the paid month.
  reminded_at timestamptz,
  -- A limit of its own that the platform has given it, above the plan's, in each cycle that begins
  -- by this day. The next subscription has it too.
  own_limit int check (own_limit between 1 and 1000000),
  own_limit_until date,
  -- The share of the limit that owners and platform were told of last, in percent, and the start of
  -- the cycle in which.
  told_percent int,
  told_cycle date,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (billing_cycle_end > billing_cycle_start),
  check ((own_limit is null) = (own_limit_until is null)),
  check ((told_percent is null) = (told_cycle is null))
);
create unique index one_active_subscription on subscriptions (tenant_id) where status = 'active';
create index subscriptions_paid_until on subscriptions (paid_until)
  where status = 'active' and paid_until is not null;
create index subscriptions_newest on subscriptions (created_at desc, id desc);
create index subscriptions_plan on subscriptions (plan_id, tenant_id) where status = 'active';
select isolate_tenant('subscriptions');
select confine_platform('subscriptions');
-- Update, so that a booking may lock the row of its limit.
grant select, update (status) on subscriptions to samay_app;
grant select, insert, update, delete on subscriptions to samay_platform;

-- A row is an order at the payment provider, for one address, one plan and one amount. It belongs
-- to the platform: before it is paid for, a sign-up has no business.
create table payment_orders (
  id uuid primary key default gen_random_uuid(),
  -- The provider's id of the order.
  provider_order_id text not null unique,
  kind text not null check (kind in ('signup', 'upgrade')),
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  -- signup: the name of the new business.
  business_name text check (length(business_name) between 1 and 200),
  -- upgrade: the business; signup: the one that the payment created or upgraded.
  tenant_id uuid references tenants (id),
  -- upgrade: the user who ordered.
  ordered_by uuid references users (id),
  plan_id text not null references plans (id),
  amount_paise int not null check (amount_paise > 0),
  -- Never reverted: open, expired, paid (captured, but the plan could not be given), granted.
  state text not null default 'open' check (state in ('open', 'expired', 'paid', 'granted')),
  -- The one payment that was accepted.
  payment_id text unique,
  -- paid: the reason why the plan was not given.
  reason text,
  created_at timestamptz not null,
  -- The last time at which the provider was asked about an open order.
  asked_at timestamptz,
  paid_at timestamptz,
  -- signup: the user who claimed the business by the mailed link.
  claimed_by uuid references users (id),
  claimed_at timestamptz,
  check (kind = 'signup' or tenant_id is not null),
  check (kind = 'upgrade' or business_name is not null),
  -- A paid order names its payment, and no other order does.
  check ((state in ('paid', 'granted')) = (payment_id is not null and paid_at is not null)),
  check (state <> 'granted' or tenant_id is not null)
);
create index payment_orders_open on payment_orders (asked_at nulls first, created_at) where state = 'open';
create index payment_orders_of_tenant on payment_orders (tenant_id, created_at);
create index payment_orders_newest on payment_orders (created_at desc, id desc);
select keep_for_platform('payment_orders');
grant select, insert, update, delete on payment_orders to samay_platform;

-- A row is an event of the provider, as it was signed; stored before it is processed.
create table payment_events (
  event_id text primary key,
  kind text not null,
  body text not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text
);
create index payment_events_waiting on payment_events (received_at) where processed_at is null;
select keep_for_platform('payment_events');
grant select, insert, update, delete on payment_events to samay_platform;

-- A row is a captured payment that fits no open order: a second one, another amount, an unknown
-- order. It is money to refund or to assign by hand, and its payer is informed once: a payment has
-- one row.
create table unplaced_payments (
  id uuid primary key default gen_random_uuid(),
  payment_id text not null unique,
  -- Null for a payment without an order.
  provider_order_id text,
  -- Our order, if there is one: its address is the payer's. Deleted with the order.
  order_id uuid references payment_orders (id) on delete cascade,
  -- The payer's address from the provider, if we have no such order.
  email text check (email is null or order_id is null),
  amount_paise bigint not null,
  currency text not null,
  reason text not null check (reason in ('second_payment', 'other_amount', 'unknown_order')),
  noted_at timestamptz not null
);
create index unplaced_payments_time on unplaced_payments (noted_at, id);
create index unplaced_payments_order on unplaced_payments (order_id);
select keep_for_platform('unplaced_payments');
grant select, insert, delete on unplaced_payments to samay_platform;

-- server/schema/tenancy/functions.sql

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

-- server/schema/db/tables.sql

-- Keeps the data of all modules: keys, limits, change stamps and replies.

-- A row is an installation, and there is one. Production refuses to serve a database of the demo.
create table installation (
  singleton boolean primary key default true check (singleton),
  demo boolean not null default false,
  -- Encrypted under the first key: a server with other keys is refused (decision 0064).
  encrypted_check bytea
);
select keep_for_platform('installation');
grant select, insert, update on installation to samay_platform;

-- A row is the last success of a task of the whole installation: a backup, a restore drill, a
-- scheduled job. The detail names sizes and durations, never a person or a business.
create table platform_marks (
  name text primary key,
  at timestamptz not null,
  detail jsonb not null default '{}'
);
select keep_for_platform('platform_marks');
grant select, insert, update, delete on platform_marks to samay_platform;

-- A row is the number of tries within a window that a limit counts to protect money or people:
-- sign-ins, codes, links, invitations, payments. All servers count together. Columns and their
-- order are those of rate-limiter-flexible's store; the key is a hash.
create table rate_limits (
  key text primary key,
  points int not null,
  -- Milliseconds since 1970, by the clock of the server that began the window.
  expire bigint not null
);
create index rate_limits_expiry on rate_limits (expire);
select keep_for_platform('rate_limits');
grant select, insert, update, delete on rate_limits to samay_platform;

-- A row is a business's change stamp (decision 0036): every transaction that changes the data of a
-- business's screens raises it with its commit; a sequence would take its number before the commit.
-- The nil tenant's stamp counts for all businesses, so tenant_id refers to no table. The fill
-- factor leaves room for the next version of a row on its own page.
create table change_stamps (
  tenant_id uuid primary key,
  stamp bigint not null,
  -- The number of the last reference of a booking, written under the lock of the business's
  -- subscription.
  last_reference bigint
) with (fillfactor = 50);
select isolate_tenant('change_stamps');
grant select, insert, update on change_stamps to samay_app;
grant select, insert, update, delete on change_stamps to samay_platform;

-- A row is the reply to a request that may be repeated: one key, one effect.
create table idempotency_keys (
  tenant_id uuid not null references tenants (id),
  key text not null check (length(key) between 1 and 200),
  request_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
select isolate_tenant('idempotency_keys');
grant select, insert, update on idempotency_keys to samay_app;
grant select, delete on idempotency_keys to samay_platform;

-- server/schema/db/functions.sql

-- Raises the change stamp of a business; called once a transaction, with its commit. It uses the
-- clock: stamps after the restore of a backup differ from those given before.
create function raise_stamp(tenant uuid) returns void
language plpgsql as $$
begin
  insert into change_stamps as stamps (tenant_id, stamp)
    values (tenant, extract(epoch from clock_timestamp()) * 1000000)
    on conflict (tenant_id) do update set stamp = greatest(stamps.stamp + 1, excluded.stamp);
end
$$;

-- The following functions fold names and telephone numbers for indexes and columns: a change of one
-- requires rebuilding these. The contract folds typed text in the same way (core/fold.ts,
-- core/telephone.ts); server/src/db/fold-alike.test.ts compares both on one list. They use no
-- locale, so that a text folds alike on every server. A text in ASCII skips the work for other
-- scripts.

-- Writes the digits of India's scripts, of Urdu, Arabic and full width as 0 to 9.
create function ascii_digits(given text) returns text
language plpgsql immutable parallel safe as $$
begin
  if octet_length(given) = length(given) then
    return given;
  end if;
  return translate(given,
    U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
      '\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
      '\0A66\0A67\0A68\0A69\0A6A\0A6B\0A6C\0A6D\0A6E\0A6F\0AE6\0AE7\0AE8\0AE9\0AEA\0AEB\0AEC\0AED\0AEE\0AEF'
      '\0B66\0B67\0B68\0B69\0B6A\0B6B\0B6C\0B6D\0B6E\0B6F\0BE6\0BE7\0BE8\0BE9\0BEA\0BEB\0BEC\0BED\0BEE\0BEF'
      '\0C66\0C67\0C68\0C69\0C6A\0C6B\0C6C\0C6D\0C6E\0C6F\0CE6\0CE7\0CE8\0CE9\0CEA\0CEB\0CEC\0CED\0CEE\0CEF'
      '\0D66\0D67\0D68\0D69\0D6A\0D6B\0D6C\0D6D\0D6E\0D6F\1946\1947\1948\1949\194A\194B\194C\194D\194E\194F'
      '\1C40\1C41\1C42\1C43\1C44\1C45\1C46\1C47\1C48\1C49\1C50\1C51\1C52\1C53\1C54\1C55\1C56\1C57\1C58\1C59'
      '\A8D0\A8D1\A8D2\A8D3\A8D4\A8D5\A8D6\A8D7\A8D8\A8D9\ABF0\ABF1\ABF2\ABF3\ABF4\ABF5\ABF6\ABF7\ABF8\ABF9'
      '\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
    repeat('0123456789', 17));
end
$$;

-- Removes invisible differences: encodings of letters, apostrophes, dashes and spaces, case, and
-- characters without a glyph. NFKD separates a letter from its marks, and the "C" collation lowers
-- A to Z; capitals without a decomposition are listed.
create function plain_text(given text) returns text
language plpgsql immutable parallel safe as $$
begin
  if octet_length(given) > length(given) then
    given := translate(given,
      U&'\00B4\02B9\02BB\02BC\02C8\02CA\02CB\2018\2019\201A\201B\2032\2035\FF07'
        || U&'\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D',
      repeat('''', 14) || repeat('-', 10));
    given := regexp_replace(given,
      '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E'
        || '\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0]',
      '', 'g');
    -- Malayalam's letters that end a syllable, in the spelling without their own code points.
    given := regexp_replace(normalize(given, nfkd), '([\u0D7A-\u0D7F])', U&'\\1\0D4D', 'g');
    given := translate(given,
      'ÆĐÐØÞŁŒΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐ'
        || U&'\0D7A\0D7B\0D7C\0D7D\0D7E\0D7F',
      'æđðøþłœαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґ'
        || U&'\0D23\0D28\0D30\0D32\0D33\0D15');
    given := regexp_replace(given, '[\u0085\u1680\u2028\u2029]', ' ', 'g');
  end if;
  return btrim(regexp_replace(lower(replace(given, '`', '''') collate "C"), '[\t-\r ]+', ' ', 'g'));
end
$$;

-- Folds a name for the identity of a person: as above, and without forms of address. 'Baby of
-- Meera' is another person than Meera, and Sri without a dot begins many a given name. The result
-- fits into an index.
create function fold_name(name text) returns text
language plpgsql immutable parallel safe as $$
declare
  titles constant text[] := array[
    'dr', 'doctor', 'prof', 'professor', 'mr', 'mrs', 'ms', 'miss', 'shri', 'shree', 'smt',
    'shrimati', 'kum', 'kumari', 'master', 'श्री', 'श्रीमती', 'सुश्री', 'कुमारी', 'डॉ', 'डॉक्टर',
    'திரு', 'திருமதி', 'செல்வி', 'செல்வன்', 'டாக்டர்', 'શ્રીમતી', 'ડૉ', 'শ্রীমতী', 'ডা', 'ডাঃ',
    'ಶ್ರೀಮತಿ', 'ಡಾ', 'శ్రీమతి', 'డా', 'ശ്രീമതി', 'ഡോ', 'ਸ਼੍ਰੀਮਤੀ', 'ਡਾ', 'ଶ୍ରୀମତୀ', 'ଡା'];
  titles_with_dot constant text[] := array[
    'sri', 'capt', 'col', 'adv', 'er', 'શ્રી', 'শ্রী', 'ಶ್ರೀ', 'శ్రీ', 'ശ്രീ', 'ਸ਼੍ਰੀ', 'ଶ୍ରୀ',
    'ஸ்ரீ'];
  folded text := public.plain_text(name);
  word text;
  rest text;
begin
  loop
    word := substring(folded from '^([^. ]+)[. ]+[^. ]');
    rest := substr(folded, length(word) + 1);
    exit when (word = any (titles) or word = any (titles_with_dot) and starts_with(rest, '.')
      or word = 'baby' and ltrim(rest, '. ') not like 'of %') is not true;
    folded := ltrim(rest, '. ');
  end loop;
  return left(folded, 360);
end
$$;

-- Folds a text for search: without marks, dots and other punctuation, and with initials together.
create function fold_text(given text) returns text
language plpgsql immutable parallel safe as $$
begin
  given := replace(public.plain_text(given), '''', '');
  if octet_length(given) > length(given) then
    given := regexp_replace(given,
      '[\u0300-\u036F\u064B-\u065F\u0670\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC\u1AB0-\u1ACE'
        || '\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]',
      '', 'g');
    given := replace(replace(replace(replace(given, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
    given := translate(public.ascii_digits(given),
      'øłđðı' || U&'\0901\0981\0A01\0A81\0B01\0C01\0C81\064A\0649\0643',
      'olddi' || U&'\0902\0982\0A02\0A82\0B02\0C02\0C82\06CC\06CC\06A9');
  end if;
  return regexp_replace(btrim(regexp_replace(given, '[ .,;:()/"-]+', ' ', 'g')),
    '(?<![^ ])([a-z]) (?=[a-z](?: |$))', '\1', 'g');
end
$$;

-- Writes the digits of a contact, and the characters between them, in ASCII.
create function plain_contact(contact text) returns text
language plpgsql immutable parallel safe as $$
begin
  if octet_length(contact) > length(contact) then
    contact := replace(regexp_replace(public.ascii_digits(contact),
      '[\u00A0\u00AD\u00B7\u034F\u061C\u1680\u180E\u2000-\u2015\u2022\u2027-\u202F\u205F-\u206F'
        || '\u2212\u2800\u3000\uFE58\uFE63\uFEFF\uFF0D\uFF0E]',
      ' ', 'g'), U&'\FF0B', '+');
  end if;
  return translate(contact, E'\t_~', '   ');
end
$$;

-- Folds a contact for search: each telephone number without gaps.
create function fold_contact(contact text) returns text
language plpgsql immutable parallel safe as $$
begin
  return public.fold_text(
    regexp_replace(public.plain_contact(contact), '([0-9])[ ().-]+(?=[0-9])', '\1', 'g'));
end
$$;

-- Returns the first telephone number of a contact in its normal form: ten digits for one of India
-- with its area code, '+' and digits for one abroad, the digits to dial for a local or a service
-- number. Null where the contact has none.
create function telephone(contact text) returns text
language plpgsql immutable parallel safe as $$
declare
  -- The characters that may separate two digits. In the forms below it is an underscore.
  gap constant text := '[ ().-]*';
  -- An Indian number ends before anything but a digit, or before a whole mobile number.
  ends constant text := '(?:(?![0-9])|(?=[6-9][0-9]{9}(?![0-9])))';
  run text;
  number text := substring(contact from '^(?:[+]91|0)?[ -]?([1-9][0-9]{4}[ -]?[0-9]{5})$');
begin
  -- The usual form.
  if number is not null then
    return translate(number, ' -', '');
  end if;
  for run in
    select matches[1] from regexp_matches(
      public.plain_contact(contact), replace('(?:[+]_)?[0-9](?:_[0-9])*', '_', gap), 'g') as matches
  loop
    number := coalesce(
      substring(run from replace('^(?:[+]_)?(?:0_)*9_1_(?:0_)*([1-9](?:_[0-9]){9})', '_', gap) || ends),
      substring(run from replace('^(?:0_)?([1-9](?:_[0-9]){9})', '_', gap) || ends));
    if number is not null then
      return regexp_replace(number, '\D', '', 'g');
    end if;
    number := substring(run from replace('^(?:[+]|0_0)_([1-9](?:_[0-9]){5,14})(?![0-9])', '_', gap));
    if number is not null then
      number := '+' || regexp_replace(replace(number, '(0)', ''), '\D', '', 'g');
      -- An Indian number without its area code.
      number := regexp_replace(number, '^[+]910*', '');
    else
      -- The first of two local numbers, or all digits.
      number := coalesce(
        substring(run from replace('^([0-9](?:_[0-9]){5,8})(?=[ ().-]_[0-9](?:_[0-9]){5})', '_', gap)), run);
      number := ltrim(regexp_replace(number, '\D', '', 'g'), '0');
    end if;
    if length(number) >= 6 then
      return number;
    end if;
  end loop;
  return null;
end
$$;

-- Returns the identity of a person in addition to the name: the telephone number, otherwise the
-- email, otherwise the contact as written.
create function person_key(email text, contact text) returns text
language plpgsql immutable parallel safe as $$
begin
  return coalesce(public.telephone(contact), lower(email), lower(btrim(contact)));
end
$$;

-- server/schema/outbox/tables.sql

-- A row is an effect outside of Samay that a committed change has caused and that is to be
-- delivered: a mail, a calendar event, a call of a webhook. A row of the kind appointment.changed
-- is an event: it holds the change of a booking, and is deleted when its effects are written.
create table outbox (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  -- The end of the lease of the worker that delivers a row; a process that dies frees it by time
  -- alone.
  lease_until timestamptz,
  -- The instant from which the effect is dropped; null: it stays worth delivering.
  expires_at timestamptz,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  -- The order of the effects of one booking.
  written_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index outbox_due on outbox (next_at) where delivered_at is null and given_up_at is null;
create index outbox_events on outbox (next_at)
  where kind = 'appointment.changed' and delivered_at is null and given_up_at is null;
create index outbox_before on outbox (tenant_id, subject, written_at)
  where delivered_at is null and given_up_at is null;
create index outbox_of_business on outbox (tenant_id, subject, written_at);
create index outbox_failed on outbox (tenant_id, kind) where delivered_at is null and last_error is not null;
select isolate_tenant('outbox');
select confine_platform('outbox');
-- A business may only retry a failed effect and replace a pending one.
grant select, insert, delete, update (next_at, attempts, given_up_at) on outbox to samay_app;
grant select, insert, update, delete on outbox to samay_platform;

-- server/schema/audit/tables.sql

-- Keeps the audit log, a chain of hashes that shows whether a row was changed or removed, and the
-- reasons of super admins for reading a business's data.

-- A row is one act: actor, action, object and time. Rows are added and read, and no role may change
-- or delete one. The nil tenant has the platform's own acts.
create table audit_log (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  object text not null,
  detail jsonb not null default '{}',
  request_id text not null,
  -- The first word of the action: `appointment` of `appointment.cancelled`.
  noun text not null generated always as (split_part(action, '.', 1)) stored,
  primary key (tenant_id, id)
);
create index audit_log_time on audit_log (tenant_id, at, id);
create index audit_log_unchained on audit_log (at);
create index audit_log_noun on audit_log (tenant_id, noun, at, id);
create index audit_log_actor on audit_log (tenant_id, actor_id, at, id);
select isolate_tenant('audit_log');
select confine_platform('audit_log');
grant select, insert on audit_log to samay_app, samay_platform;

-- A row is an act that is in no chain yet: it is here from the commit that writes the act until the
-- commit that chains it, so that neither a clock nor a late commit can hide one (decision 0025).
create table audit_waiting (
  tenant_id uuid not null,
  audit_id uuid not null,
  sequence bigserial not null,
  primary key (tenant_id, audit_id)
);
create index audit_waiting_order on audit_waiting (sequence);
select isolate_tenant('audit_waiting');
select confine_platform('audit_waiting');
grant select, insert on audit_waiting to samay_app;
grant usage on sequence audit_waiting_sequence_seq to samay_app, samay_platform;
grant select, insert, delete on audit_waiting to samay_platform;

-- A row is a link of a business's chain: the hash of one act and of the link before it. A position
-- and an act occur once.
create table audit_chain (
  tenant_id uuid not null,
  position bigint not null,
  audit_id uuid not null,
  audited_at timestamptz not null,
  hash text not null,
  primary key (tenant_id, position),
  unique (tenant_id, audit_id)
);
create index audit_chain_time on audit_chain (audited_at);
select isolate_tenant('audit_chain');
grant select on audit_chain to samay_app;
grant select, insert on audit_chain to samay_platform;

-- A row is a super admin's reason for reading a business's data: required first, kept with the
-- session for a short time, and written into the business's log at every access.
create table support_access_reasons (
  session_id uuid not null references sessions (id) on delete cascade,
  tenant_id uuid not null references tenants (id),
  reason text not null check (length(reason) between 1 and 200),
  expires_at timestamptz not null,
  primary key (session_id, tenant_id)
);
select keep_for_platform('support_access_reasons');
grant select, insert, update, delete on support_access_reasons to samay_platform;

-- server/schema/audit/functions.sql

-- Queues each act for its place in the chain. A trigger, so that no statement can write an act
-- without it.
create function wait_for_chain() returns trigger
language plpgsql as $$
begin
  insert into audit_waiting (tenant_id, audit_id) values (new.tenant_id, new.id)
    on conflict (tenant_id, audit_id) do nothing;
  return null;
end
$$;
create trigger wait_for_chain after insert on audit_log for each row execute function wait_for_chain();

-- server/schema/availability/tables.sql

-- Keeps resources, services, opening hours and claims (decision 0047).

-- A row is a resource: a practitioner of a clinic, a court of a turf, or a part of a court. A part
-- has no parts: its reference requires a resource that is no part.
create table resources (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('practitioner', 'court')),
  name text not null check (length(name) between 1 and 120),
  name_key text not null generated always as (fold_name(name)) stored,
  -- The court to which the part belongs.
  whole_id uuid,
  is_part boolean not null generated always as (whole_id is not null) stored,
  whole_is_part boolean generated always as (case when whole_id is not null then false end) stored,
  -- The member whose own calendar this is. A member who leaves is no practitioner any more; the
  -- resource stays with its bookings.
  member_id uuid,
  colour text not null default 'teal' check (length(colour) between 1 and 20),
  position int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, id, is_part),
  foreign key (tenant_id, whole_id, whole_is_part) references resources (tenant_id, id, is_part),
  constraint resources_member foreign key (tenant_id, member_id) references memberships (tenant_id, user_id)
    on delete set null (member_id),
  -- Only courts have parts.
  check (whole_id is null or kind = 'court')
);
-- A member has one calendar.
create unique index one_resource_a_member on resources (tenant_id, member_id)
  where member_id is not null and archived_at is null;
create index resources_of_whole on resources (tenant_id, whole_id) where whole_id is not null;
create index resources_by_name on resources (tenant_id, name_key);
select isolate_tenant('resources');
select confine_platform('resources');
grant select, insert, update on resources to samay_app;
grant select, insert, update, delete on resources to samay_platform;

-- A row is a service that can be booked: how long it takes and what it costs.
create table services (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  duration_min int not null check (duration_min between 5 and 720 and duration_min % 5 = 0),
  buffer_before_min int not null default 0 check (buffer_before_min between 0 and 240),
  buffer_after_min int not null default 0 check (buffer_after_min between 0 and 240),
  -- Minutes between two starts; null for the smaller of the duration and an hour.
  grid_min int check (grid_min between 5 and 720 and grid_min % 5 = 0),
  price_paise int check (price_paise between 0 and 1000000000),
  -- Whether the prices, its own and those of its rules, are those of a visit or of an hour.
  priced_per text not null default 'visit' check (priced_per in ('visit', 'hour')),
  -- The days after a paid visit within which another one with the same resource is free.
  free_within_days int check (free_within_days between 1 and 365),
  -- Whether every resource gives it, including later ones; otherwise those of service_resources.
  by_every_resource boolean not null default true,
  position int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select isolate_tenant('services');
select confine_platform('services');
grant select, insert, update on services to samay_app;
grant select, insert, update, delete on services to samay_platform;

-- A row is a resource that gives a service.
create table service_resources (
  tenant_id uuid not null,
  service_id uuid not null,
  resource_id uuid not null,
  primary key (tenant_id, service_id, resource_id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id)
);
select isolate_tenant('service_resources');
grant select, insert, delete on service_resources to samay_app;
grant select, insert, update, delete on service_resources to samay_platform;

-- A row is another price of a service for some resource, days or hours. The last matching rule by
-- position applies: `computePrice` of the contract (availability/services.ts).
create table price_rules (
  tenant_id uuid not null,
  service_id uuid not null,
  position int not null,
  -- Null for every resource.
  resource_id uuid,
  -- ISO: 1 is Monday. Empty for every day.
  weekdays int[] not null default '{}',
  -- The start of a visit, or each minute of a booking that is priced per hour: from included, to excluded. A range that ends before it starts passes
  -- midnight and belongs to the day on which it starts; equal ends are 24 hours. Both null are the
  -- whole day.
  from_time time(0),
  to_time time(0),
  price_paise int not null check (price_paise between 0 and 1000000000),
  primary key (tenant_id, service_id, position),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  check ((from_time is null) = (to_time is null)),
  check (weekdays <@ '{1,2,3,4,5,6,7}'::int[])
);
select isolate_tenant('price_rules');
grant select, insert, delete on price_rules to samay_app;
grant select, insert, update, delete on price_rules to samay_platform;

-- A row is a time in which it is open on a weekday. One that closes before it opens passes
-- midnight, and the night belongs to its first day; equal times are the whole day.
create table weekly_hours (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  -- Null for the business. A resource with rows of its own is open by these alone.
  resource_id uuid,
  -- ISO: 1 is Monday.
  weekday int not null check (weekday between 1 and 7),
  opens time(0) not null,
  closes time(0) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id)
);
select isolate_tenant('weekly_hours');
select confine_platform('weekly_hours');
grant select, insert, delete on weekly_hours to samay_app;
grant select, insert, update, delete on weekly_hours to samay_platform;

-- A row is a closure or extra hours, from an instant to an instant, of one resource or of the
-- business (null).
create table hour_exceptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('closure', 'extra_hours')),
  resource_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null check (length(reason) between 1 and 200),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  check (starts_at < ends_at)
);
create index hour_exceptions_by_end on hour_exceptions (tenant_id, ends_at);
select isolate_tenant('hour_exceptions');
grant select, insert, delete on hour_exceptions to samay_app;
grant select, insert, update, delete on hour_exceptions to samay_platform;

-- A row is a unit (a resource without parts) that is occupied for a while, buffers included, by a
-- booking or by a hold.
create table claims (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  resource_id uuid not null,
  -- Null for a hold, which has an owner and expires. Nothing makes holds yet. Its key is in
  -- bookings/tables.sql.
  appointment_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange not null generated always as (tstzrange(starts_at, ends_at)) stored,
  overbooked boolean not null default false,
  held_by uuid,
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  -- A booking lasts at most twelve hours, with four hours of buffer on either side, so that the
  -- claims of a day are read no further back.
  check (starts_at < ends_at and ends_at <= starts_at + interval '20 hours'),
  -- A claim belongs to a booking, or expires.
  check ((appointment_id is null) = (expires_at is not null) and (held_by is null) = (expires_at is null)),
  -- Two claims of a unit never overlap, unless one is an overbooking.
  constraint claims_apart
    exclude using gist (tenant_id with =, resource_id with =, during with &&) where (not overbooked)
);
-- The ends of the range as columns: a range's own operators are not leakproof, so reads under row
-- security use these.
create index claims_by_start on claims (tenant_id, starts_at) include (resource_id, ends_at, appointment_id);
create index claims_of_appointment on claims (tenant_id, appointment_id);
select isolate_tenant('claims');
grant select, insert, update, delete on claims to samay_app;
grant select, insert, update, delete on claims to samay_platform;

-- server/schema/availability/functions.sql

-- Returns the time of day of a word of onboarding such as '9 AM' or '12:30 pm'; null for any other.
-- minutesOf of the contract does likewise.
create function time_of_word(word text) returns time
language sql immutable parallel safe
return (
  select make_time(hour % 12 + case half when 'p' then 12 else 0 end, minute, 0)
  from (
    select parts[1]::int as hour, coalesce(parts[2], '0')::int as minute, lower(parts[3]) as half
    from regexp_match(word, '^\s*([0-9]{1,2})(?::([0-5][0-9]))?\s*([ap])\.?m\.?\s*$', 'i') as parts
  ) as read
  where hour between 1 and 12
);

-- Returns the weekly hours of onboarding's words. Without a readable slot the business is open all
-- day on its days; without readable days, on every day; without either there is no row, which means
-- always open.
create function hours_of_words(slots jsonb, days text[])
returns table (weekday smallint, opens time, closes time)
language sql immutable parallel safe
as $$
  with
    read_slots as (
      select distinct time_of_word(slot ->> 'start_time') as opens, time_of_word(slot ->> 'end_time') as closes
      from jsonb_array_elements(slots) as listed (slot)
      where time_of_word(slot ->> 'start_time') is not null and time_of_word(slot ->> 'end_time') is not null
    ),
    read_days as (
      select distinct
        array_position('{Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}', day)::smallint as weekday
      from unnest(days) as listed (day)
      where day = any ('{Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}')
    ),
    all_slots as (
      select opens, closes from read_slots
      union all
      select time '00:00', time '00:00'
      where not exists (select from read_slots) and exists (select from read_days)
    ),
    all_days as (
      select weekday from read_days
      union all
      select generate_series(1, 7)::smallint where not exists (select from read_days)
    )
  select all_days.weekday, all_slots.opens, all_slots.closes from all_days cross join all_slots
$$;

-- Gives a new business its doctors or its court, its weekly hours and its first service. Each row
-- is inserted by its values: on Citus other inserts use COPY, which row security refuses.
create function begin_times(tenant uuid) returns void
language plpgsql set search_path = public, pg_temp
as $$
declare
  colours text[] := '{teal,blue,violet,pink,orange,green,cyan,grape,lime,red}';
  profile record;
  doctor record;
  hours record;
  is_turf boolean;
begin
  select business_type, time_slots, operating_days,
      left(coalesce(nullif(btrim(business_name), ''), tenants.name), 120) as name
    into strict profile
    from business_profiles join tenants on tenants.id = business_profiles.tenant_id
    where business_profiles.tenant_id = tenant;
  is_turf := profile.business_type = 'turf';
  if is_turf then
    insert into resources (tenant_id, kind, name) values (tenant, 'court', profile.name);
  else
    for doctor in
      with members as (
        select users.id as member_id, row_number() over (order by memberships.created_at, users.id) as place,
          left(coalesce(nullif(btrim(full_name), ''), split_part(email, '@', 1)), 120) as name
        from memberships join users on users.id = memberships.user_id
        where memberships.tenant_id = tenant and memberships.role = 'DOCTOR' and users.deleted_at is null
      )
      select member_id, place, name from members
      union all
      select null, 1, 'Default Doctor' where not exists (select from members)
      order by place
    loop
      insert into resources (tenant_id, kind, name, member_id, colour, position) values (
        tenant, 'practitioner', doctor.name, doctor.member_id, colours[1 + (doctor.place - 1) % 10],
        doctor.place - 1);
    end loop;
  end if;
  for hours in
    select weekday, opens, closes from hours_of_words(profile.time_slots, profile.operating_days)
  loop
    insert into weekly_hours (tenant_id, weekday, opens, closes)
      values (tenant, hours.weekday, hours.opens, hours.closes);
  end loop;
  if is_turf then
    insert into services (tenant_id, name, duration_min, priced_per) values (tenant, 'Turf Booking', 60, 'hour');
  else
    insert into services (tenant_id, name, duration_min) values (tenant, 'General Consultation', 30);
  end if;
end
$$;

-- server/schema/bookings/tables.sql

-- Keeps the bookings of a business, the people that they are for, and their sums.
--
-- A new booking locks the business's row of subscriptions, the units that it may need (resources)
-- and its patient. It reads plans, services, service_resources, price_rules, claims and day_tallies,
-- and writes in one transaction, in this order:
--
--   claims                        the time that it occupies (availability/tables.sql)
--   patients                      its patient, found or added
--   appointments                  the booking
--   payments                      the money that was taken with it
--   day_tallies, payment_tallies  the sums of its day
--   audit_log, audit_waiting      the person who made it (audit/tables.sql)
--   outbox                        one event, which a worker turns into mail, calendar and webhook
--                                 (outbox/tables.sql)
--   change_stamps                 the last reference, and that screens show something new (db/tables.sql)
--   idempotency_keys              the reply, for a request that is sent again (db/tables.sql)
--
-- The database forbids, whatever the server does:
--
--   isolate_tenant (roles.sql)    rows of another business, read or written
--   foreign keys with tenant_id   a patient, resource, service or file of another business
--   claims_apart                  two claims of a unit at one time, but for an overbooking
--   refuse_illegal_transition     a status that may not follow the one before
--   unique keys                   a reference twice, a person of one number and name twice
--   checks below                  nobody to tell, a walk-in who has not come, a tally below zero
--   refuse_overdrawn_payment      more given back than is left of a payment, a void of a part
--   refuse_closed_drawer          money in a period of a drawer that is closed
--   refuse_locked_*               another amount, price, discount or status of a booking of a locked day, and
--                                 another cancellation fee of such a day
--   appointments_kept             money of a cancelled or missed booking that is revenue of no day
--   refuse_too_many_*             more rows of money, charges, discounts or papers of one account than are looked at
--   grants of payments, papers    money or a paper that is changed or removed
--   papers_number, unique keys    a number of a paper twice, or one that does not follow its series
--   refuse_overlowered_paper      notes or refund vouchers above the paper that they lower or answer
--   grants of audit_log           an act that is changed or removed
--
-- The plan's limit is kept by the server, under the lock of the subscription's row. Nobody refuses
-- a time outside the opening hours: the form warns of it.

-- A row is a patient: a telephone number, or without one an email, and a name (decision 0027).
-- A booking's transaction finds or adds its patient, and deletes a patient who has no booking left and is
-- not kept, with everything that only this row holds.
create table patients (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  -- As person_key returns it.
  person_key text not null,
  -- The spelling of the newest booking; the email is '' if none is known.
  name text not null,
  email text not null,
  contact text,
  -- The day of the latest booking, in any status; 0001-01-01 of a patient without one.
  latest_date date not null,
  -- Set: stays without a booking, because someone entered, imported or wrote to this patient.
  kept_since timestamptz,
  -- Tallies of all of this patient's bookings.
  bookings int not null default 0,
  completed int not null default 0,
  cancelled int not null default 0,
  no_shows int not null default 0,
  prescriptions int not null default 0,
  revenue_paise bigint not null default 0,
  -- The sum of this patient's own rows of payments: money that belongs to no booking yet.
  advance_paise bigint not null default 0,
  -- The day, the month or only the year of birth, the sex, and the name of a parent or guardian, of a clinic's
  -- patient (decision 0101).
  born text check (born ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  sex text check (sex in ('female', 'male', 'other')),
  guardian text check (length(guardian) between 1 and 120),
  -- The language of messages to this patient; null: the business's.
  language text check (language in ('en', 'hi', 'mr', 'te')),
  -- The patient that this one is shown with (decision 0055). Bookings keep the patient that they
  -- name, so that a merge ends when these columns are emptied. No foreign key: it would lock the
  -- other patient for each booking of this one; triggers refuse in its place (functions.sql).
  merged_into uuid,
  merged_at timestamptz,
  -- The searched text, folded; the line breaks keep a match of one word within one field. The space
  -- before the name makes each of its words begin with one: two letters match only there.
  search_text text not null generated always as (
    ' ' || fold_text(name) || E'\n' || fold_contact(coalesce(contact, '')) || E'\n' || fold_text(email)
      || E'\n' || person_key
  ) stored,
  primary key (tenant_id, id),
  -- A merge has a time, and no patient is merged into itself.
  constraint patients_merged check ((merged_into is null) = (merged_at is null) and merged_into <> id),
  constraint patients_not_negative check (
    bookings >= 0 and completed >= 0 and cancelled >= 0 and no_shows >= 0 and prescriptions >= 0
    and revenue_paise >= 0),
  -- No patient spends more than their advance, also not at two desks concurrently.
  constraint patients_advance check (advance_paise >= 0)
) with (fillfactor = 80); -- leaves room on the page for a changed tally, so that no index has to be written
-- A number and a name are one patient.
create unique index patients_person on patients (tenant_id, person_key, fold_name(name));
create index patients_list on patients (tenant_id, latest_date desc, id desc);
create index patients_merged_people on patients (tenant_id, merged_into) where merged_into is not null;
-- New entries wait in a short list and are put into the index together; 64 kB is the least that
-- PostgreSQL takes, and a search reads the list too (decision 0081).
create index patients_search on patients using gin (tenant_id, search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);
select isolate_tenant('patients');
grant select, insert, update, delete on patients to samay_app, samay_platform;

-- A row is a booking, in every status: a clinic's appointment, a turf's booking.
create table appointments (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  reference text not null,
  -- The person as written, and the patient that the words name.
  person_name text not null check (length(person_name) between 1 and 120),
  person_email text,
  person_contact text,
  patient_id uuid,
  -- The name of a clinic's practitioner as written; null for a turf.
  doctor text,
  -- The wall clock in India, and its instant.
  appointment_date date not null,
  appointment_time time(0) not null,
  starts_at timestamptz not null
    generated always as ((appointment_date + appointment_time) at time zone 'Asia/Kolkata') stored,
  -- The resource, the duration and the price, as they were when it was made or moved.
  resource_id uuid,
  service_id uuid,
  service_name text,
  duration_min int,
  buffer_before_min int,
  buffer_after_min int,
  price_paise int,
  -- The reason for an overbooking; null for an ordinary booking.
  overbooked_reason text,
  -- Whether the desk made it, the person on the public page, or an import.
  source text not null default 'desk' check (source in ('desk', 'online', 'imported')),
  -- The person has answered that they come.
  confirmed_at timestamptz,
  -- The bookings that were made together as a series.
  series_id uuid,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'completed', 'cancelled', 'no_show')),
  -- The user who set the status, and the time; null if it was never changed.
  status_set_at timestamptz,
  status_set_by uuid,
  -- Why it was cancelled, as chosen or typed.
  cancel_reason text check (length(cancel_reason) <= 200),
  -- The closing that moved it to its present time or cancelled it.
  closing_id uuid,
  -- The cancellation that moved its money (payments.cancel_id); null where none did, and once it is undone.
  cancel_id uuid,
  -- Whether the person came without a booking: at a clinic it claims nothing.
  walk_in boolean not null default false,
  arrived_at timestamptz,
  -- The minutes after the time at which the person said they come.
  delay_min int not null default 0 check (delay_min between 0 and 120),
  -- The time at which the consultation or the game began.
  started_at timestamptz,
  -- The sum of its rows of charges, which the person owes in addition to the price.
  charges_paise int not null default 0
    constraint appointments_charges check (charges_paise between 0 and 1000000000),
  -- The sum of its rows of discounts: the part of the price that is waived.
  discount_paise int not null default 0,
  -- The discount as it was last given, before a lower price lowered it; null for no charge at any price.
  waived_paise int default 0 check (waived_paise between 0 and 1000000000),
  -- The sum of what its refunds allow (payments.allowed_paise), without voided ones: it is not owed any more.
  allowed_paise int not null default 0 check (allowed_paise >= 0),
  -- The last day on which a free follow-up is free; null for another discount, which has no days.
  free_until date,
  -- The sum of its rows of payments; null if none remains. `payment_method` shows the noted texts of their
  -- methods. A method and an id may also be noted without an amount.
  amount_paise int constraint appointments_amount check (amount_paise between 0 and 1000000000),
  -- The part of the amount that is revenue of its date: the sum without late rows (payments.is_late), null if
  -- none remains. `paid_by` divides it by the noted text of the payments' methods, '' if none was noted.
  revenue_paise int check (revenue_paise between 0 and 1000000000),
  paid_by jsonb,
  -- The day on which money of a cancelled or missed booking was first kept. The rest of that money
  -- (`revenue_paise`) is a cancellation fee: revenue of that day. Null while the booking is scheduled or
  -- completed, and until there is money.
  kept_on date,
  currency text not null default 'INR' check (currency = 'INR'),
  payment_method text,
  payment_id text,
  prescription_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The searched text, folded; the line breaks keep a match of one word within one field.
  search_text text not null generated always as (
    fold_text(person_name) || E'\n' || fold_text(coalesce(doctor, '')) || E'\n'
      || fold_contact(coalesce(person_contact, '')) || E'\n' || lower(reference)
  ) stored,
  primary key (tenant_id, id),
  -- A reference names one booking of a business.
  unique (tenant_id, reference),
  constraint appointments_patient foreign key (tenant_id, patient_id) references patients (tenant_id, id),
  constraint appointments_resource foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  constraint appointments_service foreign key (tenant_id, service_id) references services (tenant_id, id),
  constraint appointments_lasts check (duration_min between 5 and 720 and duration_min % 5 = 0),
  constraint appointments_price check (price_paise between 0 and 1000000000),
  constraint appointments_discount check (discount_paise between 0 and coalesce(price_paise, 0)),
  constraint appointments_paid_by check ((revenue_paise is null) = (paid_by is null)),
  -- No money of a cancelled or missed booking is kept without a day, and none of another booking with one.
  constraint appointments_kept check (case when status in ('cancelled', 'no_show')
    then kept_on is not null or coalesce(revenue_paise, 0) = 0 else kept_on is null end),
  -- The person can be told of a change.
  constraint appointments_reachable check (person_email is not null or person_contact is not null),
  -- The person of a visit that has begun has arrived, and so has a walk-in's.
  constraint appointments_started_has_come check (started_at is null or arrived_at is not null),
  constraint appointments_walk_in_has_come
    check (not walk_in or arrived_at is not null or status = 'cancelled'),
  -- A clinic's walk-in waits in the queue and overbooks nobody.
  constraint appointments_walk_in_over_nothing
    check (not walk_in or doctor is null or overbooked_reason is null)
);
-- The clinic's list order: latest day first, mornings before evenings.
create index appointments_list on appointments (tenant_id, appointment_date desc, appointment_time, id);
-- The turf's list order, the next bookings, and sums over days without reading the table.
create index appointments_days on appointments (tenant_id, appointment_date, appointment_time, id)
  include (status, amount_paise, revenue_paise);
create index appointments_status
  on appointments (tenant_id, status, appointment_date desc, appointment_time, id);
create index appointments_of_resource
  on appointments (tenant_id, resource_id, appointment_date, appointment_time, id) include (status);
create index appointments_status_of_resource
  on appointments (tenant_id, resource_id, status, appointment_date, appointment_time, id);
-- Bookings whose price and charges exceed the amount, the discount and what refunds allow.
create index appointments_due on appointments (tenant_id, appointment_date desc, appointment_time, id)
  include (price_paise, charges_paise, discount_paise, allowed_paise, amount_paise)
  where status in ('scheduled', 'completed')
    and coalesce(price_paise, 0) + charges_paise - discount_paise - allowed_paise - coalesce(amount_paise, 0) > 0;
create index appointments_due_of_resource
  on appointments (tenant_id, resource_id, appointment_date desc, appointment_time, id)
  include (price_paise, charges_paise, discount_paise, allowed_paise, amount_paise)
  where status in ('scheduled', 'completed')
    and coalesce(price_paise, 0) + charges_paise - discount_paise - allowed_paise - coalesce(amount_paise, 0) > 0;
-- Cancellation fees, by the day on which they were kept.
create index appointments_kept on appointments (tenant_id, kept_on desc, id) include (revenue_paise)
  where kept_on is not null;
create index appointments_of_patient
  on appointments (tenant_id, patient_id, appointment_date desc, appointment_time desc, id desc);
create index appointments_search on appointments using gin (tenant_id, search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);
select isolate_tenant('appointments');
grant select, insert, update on appointments to samay_app;
grant select, insert, update, delete on appointments to samay_platform;
-- Checked at the commit, so that a transaction may claim before it writes the booking.
alter table claims add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
  deferrable initially deferred;

-- A row is a drawer: the takings of one person or of one desk, from one close to the next.
create table drawers (
  tenant_id uuid not null references tenants (id),
  -- The user whose drawer it is; the business's own id for the desk's one drawer.
  id uuid not null,
  -- The number of the open period, and the cash with which it began.
  period int not null default 1 check (period > 0),
  opened_at timestamptz,
  opening_paise bigint not null default 0 check (opening_paise >= 0),
  primary key (tenant_id, id)
);
select isolate_tenant('drawers');
grant select, insert, update on drawers to samay_app;
grant select, insert, update, delete on drawers to samay_platform;

-- A row is money of a booking, or of a patient in advance: taken, given back, moved between the
-- two, or voided because it was noted by mistake. No row is changed or deleted, except with an
-- erased business.
create table payments (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'void', 'transfer')),
  -- The account: a booking, or a patient's advance.
  appointment_id uuid,
  patient_id uuid,
  -- Below zero where money leaves the account.
  paise int not null check (paise between -1000000000 and 1000000000),
  -- The method as classified (`classifyPaymentMethod` of the contract); 'Advance' for a transfer. A
  -- refund has one.
  method text check (method in ('UPI', 'Card', 'Net Banking', 'Wallet', 'Cash', 'Online', 'Advance')),
  -- A UTR, a card slip, the provider's payment id.
  reference text,
  reason text,
  -- The row that a refund, a void or a transfer back takes from.
  of_id uuid,
  -- The transfer's other row, on the other account.
  pair_id uuid,
  -- The cancellation of its booking that moved it; also of a transfer back to the cancelled booking.
  cancel_id uuid,
  -- The allowance: the part of a refund, or of money that was kept as an advance, by which it lowers what
  -- the booking owes.
  allowed_paise int not null default 0,
  -- Whether it is for a booking of a locked day: revenue of its own day, for earlier months.
  is_late boolean not null default false check (not is_late or appointment_id is not null),
  source text not null default 'desk' check (source in ('desk', 'online', 'imported')),
  -- The drawer and the period in which it counts; null for transfers, and if no user took it.
  drawer_id uuid,
  drawer_period int,
  -- The closed period of a drawer that an owner corrects: a void of its row and the right row, which are
  -- in no drawer and change no expected cash.
  corrects_drawer_id uuid,
  corrects_period int,
  taken_at timestamptz not null,
  taken_on date not null generated always as ((taken_at at time zone 'Asia/Kolkata')::date) stored,
  -- The user in whose takings it counts; a void counts in those of the row that it voids. Null if
  -- no user took it.
  taken_by uuid,
  -- The user who noted it.
  noted_by uuid,
  primary key (tenant_id, id),
  constraint payments_account check ((appointment_id is null) <> (patient_id is null)),
  constraint payments_sign check (
    kind = 'payment' and paise >= 0 or kind = 'refund' and paise < 0 or kind = 'transfer' and paise <> 0
    or kind = 'void'),
  constraint payments_names check (
    (kind in ('refund', 'void')) <= (of_id is not null and reason is not null)
    and (kind = 'refund') <= (coalesce(method, '') <> '')
    and (kind = 'transfer') = (pair_id is not null)
    and (drawer_id is null) = (drawer_period is null)),
  -- A correction is in no drawer.
  constraint payments_corrects check (
    (corrects_drawer_id is null) = (corrects_period is null)
    and (corrects_drawer_id is null or drawer_id is null and kind <> 'transfer')),
  -- Nothing is allowed but of what the row gives back of a booking's payment.
  constraint payments_allowed check (allowed_paise = 0 or (
    allowed_paise between 0 and -paise and kind in ('refund', 'transfer') and appointment_id is not null
    and of_id is not null)),
  foreign key (tenant_id, drawer_id) references drawers (tenant_id, id),
  foreign key (tenant_id, corrects_drawer_id) references drawers (tenant_id, id),
  foreign key (tenant_id, patient_id) references patients (tenant_id, id),
  foreign key (tenant_id, of_id) references payments (tenant_id, id),
  foreign key (tenant_id, pair_id) references payments (tenant_id, id) deferrable initially deferred,
  -- Checked at the commit, so that bookings may be inserted after their money.
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
    deferrable initially deferred
);
-- Money of days that were locked, by its own day.
create index payments_late on payments (tenant_id, taken_on) include (appointment_id, paise) where is_late;
create index payments_of_appointment on payments (tenant_id, appointment_id, taken_at, id);
create index payments_of_patient on payments (tenant_id, patient_id, taken_at, id)
  where patient_id is not null;
-- Sums money by day without reading the table. Transfers are left out: they are not received.
create index payments_taken on payments (tenant_id, taken_on, taken_by)
  include (method, paise) where kind <> 'transfer';
-- Sums the advances of all people up to a day without reading the table.
create index payments_of_advances on payments (tenant_id, taken_on)
  include (kind, paise, patient_id) where patient_id is not null;
create index payments_of_drawer on payments (tenant_id, drawer_id, drawer_period)
  include (method, kind, paise) where drawer_id is not null;
create index payments_of_correction on payments (tenant_id, corrects_drawer_id, corrects_period)
  where corrects_drawer_id is not null;
create index payments_of_payment on payments (tenant_id, of_id) where of_id is not null;
-- A row is voided once.
create unique index payments_voided on payments (tenant_id, of_id) where kind = 'void';
select isolate_tenant('payments');
grant select, insert on payments to samay_app;
grant select, insert, delete on payments to samay_platform;

-- A row is cash that went into or out of a drawer and belongs to no booking and no advance. An amount
-- below zero takes another row back.
--   expense             cash that paid for something, such as tea
--   cash_in, cash_out   change that was fetched, cash that was taken to the bank
--   handover            cash that the close of another drawer handed over: a part of the opening
--   float               counted at the opening, less what should have been there; 0 where it agrees
create table drawer_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  drawer_id uuid not null,
  drawer_period int not null,
  kind text not null default 'expense' check (kind in ('expense', 'cash_in', 'cash_out', 'handover', 'float')),
  -- The sums of a period that a close hands over have no bound.
  paise bigint not null check (kind = 'handover' or paise between -1000000000 and 1000000000),
  reason text not null,
  -- The close that handed it over, or that is reopened.
  close_id uuid,
  noted_at timestamptz not null,
  noted_by uuid,
  primary key (tenant_id, id),
  constraint drawer_entries_paise check (paise <> 0 or kind = 'float'),
  constraint drawer_entries_close check ((kind = 'handover') = (close_id is not null)),
  foreign key (tenant_id, drawer_id) references drawers (tenant_id, id)
);
-- Cash that a close hands over arrives once, and is taken back once.
create unique index drawer_entries_handed_over on drawer_entries (tenant_id, close_id, (paise > 0))
  where close_id is not null;
create index drawer_entries_of_drawer on drawer_entries (tenant_id, drawer_id, drawer_period, noted_at);
select isolate_tenant('drawer_entries');
grant select, insert on drawer_entries to samay_app;
grant select, insert, delete on drawer_entries to samay_platform;

-- A row is a close of a drawer: the sums of its rows, and the counted cash. Only its reopening is
-- written later.
create table drawer_closes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  drawer_id uuid not null,
  period int not null,
  opened_at timestamptz,
  closed_at timestamptz not null,
  closed_by uuid,
  -- Sums of a period have no bound: each of their rows has. Refunds, cash out and expenses leave it.
  opening_paise bigint not null,
  cash_paise bigint not null,
  refunds_paise bigint not null default 0,
  cash_in_paise bigint not null default 0,
  cash_out_paise bigint not null default 0,
  expenses_paise bigint not null,
  counted_paise bigint not null check (counted_paise >= 0),
  -- The cash that was removed; the rest opens the next period.
  handed_over_paise bigint not null check (handed_over_paise between 0 and counted_paise),
  -- The recipient: the bank, the owner, or another drawer.
  handed_to text check (handed_to in ('bank', 'owner', 'drawer')),
  handed_to_drawer uuid,
  -- Paise of UPI and Card that were confirmed, by the terminal or the bank; null where nobody was asked.
  confirmed jsonb,
  -- Paise by the text of the payments' methods.
  methods jsonb not null,
  -- The number of notes or coins of each denomination in rupees.
  notes jsonb,
  note text,
  reopened_at timestamptz,
  reopened_by uuid,
  reopened_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, drawer_id) references drawers (tenant_id, id),
  foreign key (tenant_id, handed_to_drawer) references drawers (tenant_id, id),
  -- A difference is explained.
  constraint drawer_closes_explained check (note is not null or counted_paise
    = opening_paise + cash_paise + cash_in_paise - refunds_paise - expenses_paise - cash_out_paise),
  -- So is one of what was confirmed.
  constraint drawer_closes_confirmed check (note is not null or confirmed is null
    or (confirmed ->> 'UPI')::bigint = coalesce((methods ->> 'UPI')::bigint, 0)
      and (confirmed ->> 'Card')::bigint = coalesce((methods ->> 'Card')::bigint, 0)),
  -- Cash that is handed over goes somewhere, and to no drawer from itself.
  constraint drawer_closes_handed check (
    (handed_over_paise > 0) = (handed_to is not null)
    and (handed_to is not distinct from 'drawer') = (handed_to_drawer is not null)
    and handed_to_drawer is distinct from drawer_id),
  -- Where notes were counted, they are the cash.
  constraint drawer_closes_notes check (notes is null or counted_paise = 100 * (
    500 * coalesce((notes ->> '500')::bigint, 0) + 200 * coalesce((notes ->> '200')::bigint, 0)
    + 100 * coalesce((notes ->> '100')::bigint, 0) + 50 * coalesce((notes ->> '50')::bigint, 0)
    + 20 * coalesce((notes ->> '20')::bigint, 0) + 10 * coalesce((notes ->> '10')::bigint, 0)
    + 5 * coalesce((notes ->> '5')::bigint, 0) + 2 * coalesce((notes ->> '2')::bigint, 0)
    + coalesce((notes ->> '1')::bigint, 0))),
  constraint drawer_closes_reopened check (
    (reopened_at is null) = (reopened_reason is null))
);
-- A period is closed once, unless it was reopened.
create unique index drawer_closes_period on drawer_closes (tenant_id, drawer_id, period)
  where reopened_at is null;
alter table drawer_entries add foreign key (tenant_id, close_id) references drawer_closes (tenant_id, id);
create index drawer_closes_latest on drawer_closes (tenant_id, drawer_id, period desc);
create index drawer_closes_of_days on drawer_closes (tenant_id, closed_at desc);
select isolate_tenant('drawer_closes');
grant select, insert, update (reopened_at, reopened_by, reopened_reason) on drawer_closes to samay_app;
grant select, insert, delete on drawer_closes to samay_platform;

-- A row is a change of the discount on a booking's price.
create table discounts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  appointment_id uuid not null,
  -- Below zero where less is waived than before.
  paise int not null check (paise between -1000000000 and 1000000000 and paise <> 0),
  reason text not null,
  given_at timestamptz not null,
  given_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index discounts_of_appointment on discounts (tenant_id, appointment_id, given_at, id);
create index discounts_given on discounts (tenant_id, given_at);
select isolate_tenant('discounts');
grant select, insert on discounts to samay_app;
grant select, insert, delete on discounts to samay_platform;

-- A row is a charge on a booking in addition to the price of its service, such as an injection or a
-- racket, or the removal of one.
create table charges (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  appointment_id uuid not null,
  kind text not null check (kind in ('charge')),
  name text not null check (length(name) between 1 and 80),
  -- Below zero for a removal.
  paise int not null check (paise between -1000000000 and 1000000000 and paise <> 0),
  -- The tax, as the owner's list had it; null for that of the booking's service.
  treatment text check (treatment in ('exempt', 'taxable')),
  sac text,
  -- Hundredths of a percent: 1800 is 18 %.
  rate int check (rate between 1 and 10000),
  -- The charge that a removal removes.
  of_id uuid,
  added_at timestamptz not null,
  added_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  foreign key (tenant_id, of_id) references charges (tenant_id, id),
  constraint charges_removal check ((of_id is not null) = (paise < 0)),
  -- A taxable charge has a rate and a code; an exempt one has no rate.
  constraint charges_rate check (
    (treatment is not distinct from 'taxable') = (rate is not null) and (rate is null or sac is not null))
);
create index charges_of_appointment on charges (tenant_id, appointment_id, added_at, id);
-- A charge is removed once.
create unique index charges_removed on charges (tenant_id, of_id) where of_id is not null;
select isolate_tenant('charges');
grant select, insert on charges to samay_app;
grant select, insert, delete on charges to samay_platform;

-- A row is the name of a colleague who handled money and has left, or whose account was deleted. The
-- screens of money alone read it, for six years.
create table book_names (
  tenant_id uuid not null references tenants (id),
  -- No reference: the account is erased before the name.
  user_id uuid not null,
  name text not null,
  removed_at timestamptz not null,
  primary key (tenant_id, user_id)
);
create index book_names_oldest on book_names (removed_at);
select isolate_tenant('book_names');
select confine_platform('book_names');
grant select on book_names to samay_app;
grant select, insert, update, delete on book_names to samay_platform;

-- A row is how a business is registered for GST, and how its papers are numbered and made. A business
-- without a row is not registered.
create table paper_settings (
  tenant_id uuid primary key references tenants (id),
  registration text not null check (registration in ('none', 'regular', 'composition')),
  legal_name text,
  gstin text,
  -- The prefix of the letter of each series.
  prefix text not null check (prefix ~ '^[A-Z0-9]{0,2}$'),
  -- Whether a paper is made when a visit is completed and nothing is due.
  automatic boolean not null,
  -- The last day for a credit note after the end of a financial year: MM-DD.
  credit_notes_until text not null check (credit_notes_until ~ '^\d{2}-\d{2}$'),
  -- A registered business has a number and its legal name.
  constraint paper_settings_registered check (
    registration = 'none' or (gstin is not null and legal_name is not null))
);
select isolate_tenant('paper_settings');
grant select, insert, update on paper_settings to samay_app;
grant select, insert, delete on paper_settings to samay_platform;

-- A row is the tax of a service from a day on.
create table service_taxes (
  tenant_id uuid not null references tenants (id),
  service_id uuid not null,
  holds_from date not null,
  treatment text not null check (treatment in ('exempt', 'taxable')),
  sac text,
  -- Hundredths of a percent: 1800 is 18 %.
  rate int check (rate between 1 and 10000),
  primary key (tenant_id, service_id, holds_from),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  -- A taxable service has a rate and a code; an exempt one has no rate.
  constraint service_taxes_rate check (
    (treatment = 'taxable') = (rate is not null) and (treatment = 'exempt' or sac is not null))
);
select isolate_tenant('service_taxes');
grant select, insert, update on service_taxes to samay_app;
grant select, insert, delete on service_taxes to samay_platform;

-- A row is a series of papers in a financial year, such as `T/26-27`, with its last number. The
-- transaction that makes a paper raises it: no number is given twice or left out.
create table paper_series (
  tenant_id uuid not null references tenants (id),
  series text not null,
  last_number int not null check (last_number between 1 and 999999),
  primary key (tenant_id, series)
);
select isolate_tenant('paper_series');
grant select, insert, update on paper_series to samay_app;
grant select, insert, update, delete on paper_series to samay_platform;

-- A row is a numbered document, as it was made. No row is changed or deleted, except with an erased
-- business.
create table papers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in (
    'receipt', 'bill_of_supply', 'tax_invoice', 'credit_note', 'debit_note', 'receipt_voucher', 'refund_voucher')),
  number text not null,
  series text not null,
  position int not null,
  dated date not null,
  made_at timestamptz not null,
  -- The user who made it; null if it was made automatically.
  made_by uuid,
  -- The booking, or the patient whose advance it is of.
  appointment_id uuid,
  patient_id uuid,
  -- The row of money of a receipt or a voucher; it is void where that row is voided.
  payment_id uuid,
  -- The paper that it lowers, raises or answers.
  of_id uuid,
  total_paise int not null check (total_paise between 1 and 1000000000),
  taxable_paise int not null check (taxable_paise >= 0),
  cgst_paise int not null,
  sgst_paise int not null,
  -- Null where its lines (`items` of the content) differ.
  rate int,
  sac text,
  -- The printed content in addition to these columns: seller, recipient, description, payments,
  -- sentences.
  content jsonb not null,
  primary key (tenant_id, id),
  -- A number is given once, and is at most 16 characters long (rule 46 of the CGST Rules).
  unique (tenant_id, number),
  unique (tenant_id, series, position),
  foreign key (tenant_id, series) references paper_series (tenant_id, series),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  foreign key (tenant_id, patient_id) references patients (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, of_id) references papers (tenant_id, id),
  constraint papers_number check (
    number = series || '/' || lpad(position::text, 6, '0') and length(number) <= 16),
  constraint papers_total check (
    taxable_paise + cgst_paise + sgst_paise = total_paise and cgst_paise = sgst_paise
    and (rate is not null or sgst_paise = 0 or jsonb_array_length(coalesce(content -> 'items', '[]')) > 0)),
  constraint papers_names check (
    (kind in ('receipt', 'receipt_voucher', 'refund_voucher')) = (payment_id is not null)
    and (kind in ('credit_note', 'debit_note')) <= (of_id is not null)),
  -- A patient's paper is of a row of their advance.
  constraint papers_account check (
    (appointment_id is null) <> (patient_id is null) and (patient_id is not null) <= (payment_id is not null))
);
create index papers_of_appointment on papers (tenant_id, appointment_id, made_at, number)
  where appointment_id is not null;
create index papers_of_patient on papers (tenant_id, patient_id) where patient_id is not null;
create index papers_of_days on papers (tenant_id, dated desc, number desc);
create index papers_of_paper on papers (tenant_id, of_id) where of_id is not null;
-- A row of money has one receipt or voucher.
create unique index papers_of_payment on papers (tenant_id, payment_id) where payment_id is not null;
select isolate_tenant('papers');
grant select, insert on papers to samay_app;
grant select, insert, delete on papers to samay_platform;

-- A row is a credit note that was proposed because a booking costs less than its bills have, and that
-- a user decided not to make. It is proposed again once the difference is another one.
create table credit_dismissals (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  appointment_id uuid not null,
  -- The part of the bills above the cost.
  paise int not null check (paise between 1 and 1000000000),
  dismissed_at timestamptz not null,
  dismissed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
-- A difference is dismissed once.
create unique index credit_dismissals_of_appointment on credit_dismissals (tenant_id, appointment_id, paise);
select isolate_tenant('credit_dismissals');
grant select, insert on credit_dismissals to samay_app;
grant select, insert, delete on credit_dismissals to samay_platform;

-- A row is a span that was closed together with decisions about its bookings.
create table closings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Its closure, which may be removed alone; so there is no key.
  exception_id uuid not null,
  -- Whether the closing added the closure, so that its undo removes it.
  adds_closure boolean not null,
  -- Null for the whole business.
  resource_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (starts_at < ends_at),
  reason text not null check (length(reason) between 1 and 200),
  closed_at timestamptz not null,
  closed_by uuid,
  undone_at timestamptz,
  -- While a request handles its bookings: another one waits, and so does the undo.
  busy_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id)
);
create index closings_by_time on closings (tenant_id, closed_at);
select isolate_tenant('closings');
grant select, insert, update (undone_at, busy_until) on closings to samay_app;
grant select, insert, delete on closings to samay_platform;
alter table appointments add constraint appointments_closing
  foreign key (tenant_id, closing_id) references closings (tenant_id, id);

-- A row is a booking in a closed span, and the decision about it.
create table closing_bookings (
  tenant_id uuid not null references tenants (id),
  closing_id uuid not null,
  appointment_id uuid not null,
  -- Its place in the order of the starts.
  position int not null check (position between 0 and 299),
  -- The place that the booking had.
  from_date date not null,
  from_time time not null,
  from_resource_id uuid,
  -- The state of the booking before a move or cancel, which the undo gives back or compares.
  from_doctor text,
  from_price_paise int,
  from_amount_paise int,
  from_buffer_before_min int,
  from_buffer_after_min int,
  from_arrived_at timestamptz,
  from_delay_min int,
  from_walk_in boolean,
  action text not null check (action in ('move', 'cancel', 'keep')),
  to_date date,
  to_time time,
  to_resource_id uuid,
  -- The fate of its money, and the method of a refund of what was paid by none that was noted.
  money text check (money in ('leave', 'refund', 'advance')),
  method text,
  state text not null check (state in ('waiting', 'done', 'refused', 'undoing', 'undone', 'stands')),
  -- The code of the error for 'refused' and 'stands'.
  refusal text,
  -- The version of the booking that the decision left: its undo needs that one.
  left_at timestamptz,
  primary key (tenant_id, closing_id, appointment_id),
  foreign key (tenant_id, closing_id) references closings (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  foreign key (tenant_id, from_resource_id) references resources (tenant_id, id),
  foreign key (tenant_id, to_resource_id) references resources (tenant_id, id),
  constraint closing_bookings_action check (
    (action = 'move') = (to_date is not null and to_time is not null) and (action = 'cancel') = (money is not null)),
  constraint closing_bookings_refusal check ((state in ('refused', 'stands')) = (refusal is not null))
);
create index closing_bookings_pending on closing_bookings (tenant_id, closing_id, position)
  where state in ('waiting', 'undoing');
select isolate_tenant('closing_bookings');
grant select, insert, update (
  from_resource_id, from_doctor, from_price_paise, from_amount_paise, from_buffer_before_min, from_buffer_after_min,
  from_arrived_at, from_delay_min, from_walk_in, state, refusal, left_at
) on closing_bookings to samay_app;
grant select, insert, delete on closing_bookings to samay_platform;

-- A row is a file of a booking: its prescription. The bytes are kept elsewhere.
create table files (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  display_name text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes int not null check (bytes > 0),
  sha256 text not null,
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index files_of_appointment on files (tenant_id, appointment_id);
select isolate_tenant('files');
grant select, insert, delete on files to samay_app;
grant select, insert, update, delete on files to samay_platform;
alter table appointments add constraint appointments_prescription
  foreign key (tenant_id, prescription_id) references files (tenant_id, id);

-- A row is a note of an owner or a doctor about a booking's visit (decision 0059). It is a separate
-- table because it is changed without the booking, and no other statement reads it.
create table visit_notes (
  tenant_id uuid not null,
  appointment_id uuid not null,
  -- Empty after the note was removed: the version increases further, so that no two texts ever
  -- share one.
  note text not null check (length(note) <= 4000),
  version int not null check (version > 0),
  written_at timestamptz not null,
  primary key (tenant_id, appointment_id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
select isolate_tenant('visit_notes');
grant select, insert, update on visit_notes to samay_app;
-- The platform erases notes and never reads them.
grant select (tenant_id, appointment_id, version), delete on visit_notes to samay_platform;

-- A row is a message about a booking that a user has opened in WhatsApp. Whether it was sent is
-- unknown; neither its text nor its number is kept (decision 0097).
create table whatsapp_messages (
  tenant_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  kind text not null check (kind in ('booked', 'moved', 'cancelled', 'closed_day', 'received', 'balance', 'reminder', 'refund')),
  opened_at timestamptz not null,
  opened_by uuid not null,
  undone_at timestamptz check (undone_at >= opened_at),
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index whatsapp_messages_of_appointment on whatsapp_messages (tenant_id, appointment_id, kind, opened_at desc);
select isolate_tenant('whatsapp_messages');
grant select, insert, update (undone_at) on whatsapp_messages to samay_app;
grant select, insert, delete on whatsapp_messages to samay_platform;

-- A row is the words with which a business surrounds the facts of a kind of message. A kind without
-- a row has the ready words.
create table whatsapp_words (
  tenant_id uuid not null references tenants (id),
  kind text not null check (kind in ('booked', 'moved', 'cancelled', 'closed_day', 'received', 'balance', 'reminder', 'refund')),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  head text not null check (length(head) <= 300),
  tail text not null check (length(tail) <= 300),
  primary key (tenant_id, kind, language)
);
select isolate_tenant('whatsapp_words');
grant select, insert, update, delete on whatsapp_words to samay_app;
grant select, insert, delete on whatsapp_words to samay_platform;

-- A row is the sums of a day's bookings, kept by the verb that writes one: a screen that shows a
-- sum reads a row a day. A tally is never negative.
create table day_tallies (
  tenant_id uuid not null references tenants (id),
  day date not null,
  scheduled int not null,
  completed int not null,
  cancelled int not null,
  no_show int not null,
  -- Amounts that are set, of scheduled or completed bookings, without late rows: with those and the
  -- cancellation fees, the only definition of revenue.
  revenue_bookings int not null,
  revenue_paise bigint not null,
  -- The late rows that were taken or given back on that day, for bookings of locked days.
  late_paise bigint not null default 0,
  -- The cancellation fees that were kept on that day, which count no booking.
  fee_paise bigint not null default 0,
  primary key (tenant_id, day),
  constraint day_tallies_not_negative check (
    scheduled >= 0 and completed >= 0 and cancelled >= 0 and no_show >= 0 and revenue_bookings >= 0
    and revenue_paise >= 0 and fee_paise >= 0)
);
select isolate_tenant('day_tallies');
grant select, insert, update on day_tallies to samay_app;
grant select, insert, update, delete on day_tallies to samay_platform;

-- A row is the revenue of a day by the noted text of a payment's method; '' if none was noted. A
-- booking paid by several methods counts in each.
create table payment_tallies (
  tenant_id uuid not null references tenants (id),
  day date not null,
  payment_method text not null,
  bookings int not null,
  paise bigint not null,
  -- The late rows of that day by this method.
  late_paise bigint not null default 0,
  -- The cancellation fees of that day by this method.
  fee_paise bigint not null default 0,
  primary key (tenant_id, day, payment_method),
  constraint payment_tallies_not_negative check (bookings >= 0 and paise >= 0 and fee_paise >= 0)
);
select isolate_tenant('payment_tallies');
grant select, insert, update on payment_tallies to samay_app;
grant select, insert, update, delete on payment_tallies to samay_platform;

-- server/schema/bookings/functions.sql

-- Returns whether an amount counts as revenue: it is set, and the booking is scheduled or
-- completed.
create function is_revenue(status text, amount_paise bigint) returns boolean
language sql immutable parallel safe
return status in ('scheduled', 'completed') and amount_paise is not null;

-- Refuses a transition that the contract's `mayBecome` does not list. A completed booking returns
-- to scheduled within ten minutes, by the user who completed it; a cancelled one within ten
-- minutes, by a user of the server's policy. Runs after the row is written, like the triggers below: for a
-- trigger before it, PostgreSQL computes each generated column again.
create function refuse_illegal_transition() returns trigger
language plpgsql
as $$
begin
  if (old.status, new.status) not in (
    ('scheduled', 'completed'), ('scheduled', 'cancelled'), ('scheduled', 'no_show'),
    ('no_show', 'cancelled'), ('no_show', 'scheduled'), ('completed', 'scheduled'), ('cancelled', 'scheduled')
  ) then
    raise exception 'a booking cannot go from % to %', old.status, new.status
      using errcode = 'check_violation';
  end if;
  if old.status = 'completed' and (
    (new.status_set_by = old.status_set_by and new.status_set_at < old.status_set_at + interval '10 minutes')
    is not true
  ) then
    raise exception 'a completed booking goes back only within ten minutes, by who completed it'
      using errcode = 'check_violation';
  end if;
  if old.status = 'cancelled' and (new.status_set_at < old.status_set_at + interval '10 minutes') is not true then
    raise exception 'a cancelled booking comes back only within ten minutes' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_illegal_transition after update of status on appointments
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_transition();

-- Refuses a merge of more than one step, and one with a patient of another business: a patient that
-- others are shown with is not shown with a third.
create function refuse_merge_chain() returns trigger
language plpgsql
as $$
begin
  -- Waits for another transaction that merges or removes that patient, so that each statement after
  -- this one sees its changes.
  perform from patients where tenant_id = new.tenant_id and id = new.merged_into for no key update;
  if not found
    or exists (
      select from patients where tenant_id = new.tenant_id and id = new.merged_into and merged_into is not null)
    or exists (select from patients where tenant_id = new.tenant_id and merged_into = new.id)
  then
    raise exception 'a person is merged into another one of the business, and neither of them into a third'
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_merge_chain after insert or update of merged_into on patients
  for each row when (new.merged_into is not null) execute function refuse_merge_chain();

-- Refuses to delete a patient that others are shown with. Runs after the statement: a business is
-- erased with all of its patients in one.
create function refuse_merge_into_nobody() returns trigger
language plpgsql
as $$
begin
  if exists (select from patients where tenant_id = old.tenant_id and merged_into = old.id) then
    raise exception 'others are merged into this person' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger refuse_merge_into_nobody after delete on patients
  for each row execute function refuse_merge_into_nobody();

-- Refuses a row that takes more from a payment than is left of it, a partial void, and a row of
-- another account than the one from which it takes. The verbs lock the account first, so that two
-- of them do not take concurrently.
create function refuse_overdrawn_payment() returns trigger
language plpgsql
as $$
declare
  taken record;
  remaining bigint;
begin
  select paise, appointment_id, patient_id into taken
    from payments where tenant_id = new.tenant_id and id = new.of_id;
  select taken.paise + coalesce(sum(away.paise), 0) into remaining
    from payments as away
    where away.tenant_id = new.tenant_id and away.of_id = new.of_id
      and not exists (
        select from payments as voids
        where voids.tenant_id = new.tenant_id and voids.of_id = away.id and voids.kind = 'void');
  if taken.paise >= 0 and remaining < 0 or taken.paise < 0 and remaining > 0
    or new.kind = 'void' and new.paise <> -taken.paise
    or (new.appointment_id, new.patient_id) is distinct from (taken.appointment_id, taken.patient_id)
  then
    raise exception 'more is taken from a payment than is left of it' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_overdrawn_payment after insert on payments
  for each row when (new.of_id is not null) execute function refuse_overdrawn_payment();

-- Refuses papers that together lower or answer more than another one has, of its taxable value or of
-- its tax. Void ones do not count, nor do debit notes, which raise it. Two concurrent ones wait for
-- each other at the row of their series.
create function refuse_overlowered_paper() returns trigger
language plpgsql
as $$
begin
  if exists (select from papers as paper
    cross join lateral (select sum(taxable_paise) as taxable, sum(cgst_paise) as cgst from papers
      where tenant_id = new.tenant_id and of_id = new.of_id and kind <> 'debit_note'
        and not exists (select from payments as void where void.tenant_id = new.tenant_id
          and void.of_id = papers.payment_id and void.kind = 'void')) as lowered
    where paper.tenant_id = new.tenant_id and paper.id = new.of_id
      and (paper.taxable_paise < lowered.taxable or paper.cgst_paise < lowered.cgst))
  then
    raise exception 'papers lower more than the paper has'
      using errcode = 'check_violation', constraint = 'papers_lowered';
  end if;
  return null;
end
$$;
create trigger refuse_overlowered_paper after insert on papers
  for each row when (new.of_id is not null and new.kind <> 'debit_note') execute function refuse_overlowered_paper();

-- Refuses more rows of one account than the server looks at together (decision 0023): 200 of a
-- booking, 1,000 of a patient's advance. As many again may take away, so that no money is kept back.
create function refuse_too_many_payments() returns trigger
language plpgsql
as $$
declare
  most int := case when new.patient_id is null then 200 else 1000 end;
  found int;
begin
  if new.paise < 0 then
    most := 2 * most;
  end if;
  if new.patient_id is null then
    select count(*) into found from (
      select from payments where tenant_id = new.tenant_id and appointment_id = new.appointment_id limit most + 1
    ) as own;
  else
    select count(*) into found from (
      select from payments where tenant_id = new.tenant_id and patient_id = new.patient_id limit most + 1
    ) as own;
  end if;
  if found > most then
    raise exception 'an account has too many rows of money' using errcode = 'check_violation',
      constraint = case when new.patient_id is null then 'payments_of_booking_bounded' else 'payments_of_patient_bounded' end;
  end if;
  return null;
end
$$;
create trigger refuse_too_many_payments after insert on payments
  for each row execute function refuse_too_many_payments();

-- Refuses charges that were added or removed, a discount that was changed, or papers that were made,
-- more often than 200 times.
create function refuse_too_many_charges() returns trigger
language plpgsql
as $$
begin
  if (select count(*) from charges where tenant_id = new.tenant_id and appointment_id = new.appointment_id) > 200 then
    raise exception 'a booking has too many charges'
      using errcode = 'check_violation', constraint = 'charges_bounded';
  end if;
  return null;
end
$$;
create trigger refuse_too_many_charges after insert on charges
  for each row execute function refuse_too_many_charges();

create function refuse_too_many_discounts() returns trigger
language plpgsql
as $$
begin
  if (select count(*) from discounts where tenant_id = new.tenant_id and appointment_id = new.appointment_id) > 200 then
    raise exception 'a discount was changed too often'
      using errcode = 'check_violation', constraint = 'discounts_bounded';
  end if;
  return null;
end
$$;
create trigger refuse_too_many_discounts after insert on discounts
  for each row execute function refuse_too_many_discounts();

create function refuse_too_many_papers() returns trigger
language plpgsql
as $$
begin
  if (select count(*) from papers where tenant_id = new.tenant_id and appointment_id = new.appointment_id) > 200 then
    raise exception 'a booking has too many papers'
      using errcode = 'check_violation', constraint = 'papers_bounded';
  end if;
  return null;
end
$$;
create trigger refuse_too_many_papers after insert on papers
  for each row execute function refuse_too_many_papers();

-- Refuses money and other cash in another period of a drawer than the open one. The verbs hold the
-- drawer's row until they commit, so that a close waits for them.
create function refuse_closed_drawer() returns trigger
language plpgsql
as $$
begin
  if not exists (
    select from drawers
    where tenant_id = new.tenant_id and id = new.drawer_id and period = new.drawer_period)
  then
    raise exception 'this period of the drawer is closed' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_closed_drawer after insert on payments
  for each row when (new.drawer_id is not null) execute function refuse_closed_drawer();
create trigger refuse_closed_drawer after insert on drawer_entries
  for each row execute function refuse_closed_drawer();

-- Refuses a correction of a period that is open: its rows are voided.
create function refuse_open_correction() returns trigger
language plpgsql
as $$
begin
  if not exists (
    select from drawers
    where tenant_id = new.tenant_id and id = new.corrects_drawer_id and period > new.corrects_period)
  then
    raise exception 'this period of the drawer is open'
      using errcode = 'check_violation', constraint = 'payments_correct_closed';
  end if;
  return null;
end
$$;
create trigger refuse_open_correction after insert on payments
  for each row when (new.corrects_drawer_id is not null) execute function refuse_open_correction();

-- Finds bookings by their texts, at most `most`. `patterns` all have to match, and `pattern` is the
-- longest of them: the index takes one. `number` matches in place of them, and is null if the text
-- is no telephone number. Under row security PostgreSQL uses an index only for leakproof operators,
-- and LIKE is none of them: the search functions bypass it and name the business themselves. Each
-- statement reads one table, so that its plan is kept, on Citus too (decision 0079). Sequential and
-- plain index scans are off: for a plan without values, any pattern and the limit seem to favour
-- another index.
create function search_bookings(pattern text, patterns text[], number text, most int)
returns table (id uuid, status text, appointment_date date, appointment_time time)
language plpgsql stable security definer rows 200
set search_path = public, pg_temp
set enable_seqscan = off
set enable_indexscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  tenant uuid := current_tenant_id();
begin
  return query
    select appointments.id, appointments.status, appointments.appointment_date, appointments.appointment_time
    from appointments
    where appointments.tenant_id = tenant
      and (appointments.search_text like pattern and appointments.search_text like all (patterns)
        or appointments.search_text like number)
    limit most;
end
$$;
alter function search_bookings owner to samay_platform;
revoke execute on function search_bookings from public;
grant execute on function search_bookings to samay_app;

-- Finds patients by name, email or number.
create function search_patients(pattern text, patterns text[], number text) returns setof uuid
language plpgsql stable security definer rows 200
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  tenant uuid := current_tenant_id();
begin
  return query
    select patients.id from patients
    where patients.tenant_id = tenant
      and (patients.search_text like pattern and patients.search_text like all (patterns)
        or patients.search_text like number);
end
$$;
alter function search_patients owner to samay_platform;
revoke execute on function search_patients from public;
grant execute on function search_patients to samay_app;

-- Finds patients while a number or name is typed: those whose number begins with `digits`, then
-- those who match the patterns, at most `most` of each; if there are more, also those among the
-- `latest` patients with the latest bookings.
create function look_up_people(
  pattern text, patterns text[], digits text, most int, latest int
) returns setof uuid
language plpgsql stable security definer rows 20
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant uuid := current_tenant_id();
  found_before int := 0;
begin
  if digits is not null then
    return query select patients.id from patients
      where patients.tenant_id = tenant and patients.person_key between digits and rpad(digits, 10, '9')
        and starts_with(patients.person_key, digits)
      limit most;
    get diagnostics found_before = row_count;
  end if;
  if found_before = most then
    return;
  end if;
  -- Limits outside of the query: within it, a limit would favour another index.
  return query
    with found as materialized (
      select patients.id from patients
      where patients.tenant_id = tenant and patients.search_text like pattern
        and patients.search_text like all (patterns)
    )
    select found.id from found limit most;
  get diagnostics found_before = row_count;
  if found_before = most then
    return query
      with newest as materialized (
        select patients.id, patients.search_text from patients where patients.tenant_id = tenant
        order by patients.latest_date desc, patients.id desc limit latest
      )
      select newest.id from newest where newest.search_text like all (patterns) limit most;
  end if;
end
$$;
alter function look_up_people owner to samay_platform;
revoke execute on function look_up_people from public;
grant execute on function look_up_people to samay_app;

-- Returns whether the money of a day is locked. On a day that is over, the lock waits for the
-- transaction, and the transaction for the lock: none of the two overlooks the other.
create function is_locked(tenant uuid, day date) returns boolean
language plpgsql
as $$
declare
  until date;
begin
  if day >= (now() at time zone 'Asia/Kolkata')::date then
    select money_locked_until into until from business_profiles where tenant_id = tenant;
  else
    select money_locked_until into until from business_profiles where tenant_id = tenant for key share;
  end if;
  return coalesce(day <= until, false);
end
$$;

-- Refuses another date, status, price or discount of a booking of a locked day, another part of its
-- amount that is revenue, and a booking that is made on such a day or moved to it.
create function refuse_locked_booking() returns trigger
language plpgsql
as $$
begin
  if is_locked(new.tenant_id, new.appointment_date)
    or tg_op = 'UPDATE' and is_locked(old.tenant_id, old.appointment_date)
  then
    raise exception 'this day is locked' using errcode = 'check_violation', constraint = 'money_locked';
  end if;
  return null;
end
$$;
create trigger refuse_locked_booking after insert on appointments
  for each row execute function refuse_locked_booking();
create trigger refuse_locked_change
  after update of appointment_date, status, price_paise, charges_paise, discount_paise, revenue_paise on appointments
  for each row when (
    (old.appointment_date, old.status, old.price_paise, old.charges_paise, old.discount_paise)
      is distinct from (new.appointment_date, new.status, new.price_paise, new.charges_paise, new.discount_paise)
    or is_revenue(new.status, 0) and old.revenue_paise is distinct from new.revenue_paise)
  execute function refuse_locked_booking();

-- Refuses another cancellation fee of a locked day, and one that is moved to such a day or from it.
create function refuse_locked_fee() returns trigger
language plpgsql
as $$
begin
  if new.kept_on is not null and is_locked(new.tenant_id, new.kept_on)
    or tg_op = 'UPDATE' and old.kept_on is not null and is_locked(old.tenant_id, old.kept_on)
  then
    raise exception 'this day is locked' using errcode = 'check_violation', constraint = 'money_locked';
  end if;
  return null;
end
$$;
create trigger refuse_locked_fee after insert on appointments
  for each row when (new.kept_on is not null) execute function refuse_locked_fee();
create trigger refuse_locked_fee_change after update of kept_on, revenue_paise on appointments
  for each row when (
    (old.kept_on is not null or new.kept_on is not null)
    and (old.kept_on, old.revenue_paise) is distinct from (new.kept_on, new.revenue_paise))
  execute function refuse_locked_fee();

-- Refuses money of a booking of a locked day that would be revenue of that day, or of the locked day of a
-- cancellation fee.
create function refuse_locked_money() returns trigger
language plpgsql
as $$
begin
  if exists (select from appointments
    where tenant_id = new.tenant_id and id = new.appointment_id
      and (is_revenue(status, 0) and is_locked(tenant_id, appointment_date)
        or kept_on is not null and is_locked(tenant_id, kept_on)))
  then
    raise exception 'this day is locked' using errcode = 'check_violation', constraint = 'money_locked';
  end if;
  return null;
end
$$;
create trigger refuse_locked_money after insert on payments
  for each row when (not new.is_late and new.appointment_id is not null) execute function refuse_locked_money();
create trigger refuse_locked_money after insert on discounts
  for each row execute function refuse_locked_money();
create trigger refuse_locked_money after insert on charges
  for each row execute function refuse_locked_money();

-- Recomputes all tallies from the bookings, for rows that were written without their verbs; called
-- by an operator, as samay_platform.
create function recount_tallies() returns void
language plpgsql as $$
begin
  lock table appointments in share row exclusive mode;
  delete from payment_tallies;
  delete from day_tallies;
  update patients set bookings = 0, completed = 0, cancelled = 0, no_shows = 0, prescriptions = 0,
    revenue_paise = 0;
  update patients
    set bookings = sums.bookings, completed = sums.completed, cancelled = sums.cancelled,
      no_shows = sums.no_shows, prescriptions = sums.prescriptions, revenue_paise = sums.revenue_paise
    from (
      select tenant_id, patient_id, count(*) as bookings,
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled,
        count(*) filter (where status = 'no_show') as no_shows, count(prescription_id) as prescriptions,
        coalesce(sum(amount_paise), 0) as revenue_paise
      from appointments group by tenant_id, patient_id
    ) as sums
    where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id;
  insert into day_tallies (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
    select tenant_id, appointment_date, count(*) filter (where status = 'scheduled'),
      count(*) filter (where status = 'completed'), count(*) filter (where status = 'cancelled'),
      count(*) filter (where status = 'no_show'), count(*) filter (where is_revenue(status, revenue_paise)),
      coalesce(sum(revenue_paise) filter (where is_revenue(status, revenue_paise)), 0)
    from appointments group by tenant_id, appointment_date order by tenant_id, appointment_date;
  insert into payment_tallies (tenant_id, day, payment_method, bookings, paise)
    select tenant_id, appointment_date, paid.method, count(*), sum(paid.paise::bigint)
    from appointments cross join lateral jsonb_each_text(paid_by) as paid (method, paise)
    where is_revenue(status, revenue_paise) group by 1, 2, 3 order by 1, 2, 3;
  insert into day_tallies as tally (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise, fee_paise)
    select tenant_id, kept_on, 0, 0, 0, 0, 0, 0, sum(revenue_paise) from appointments
    where kept_on is not null and revenue_paise > 0 group by 1, 2 order by 1, 2
    on conflict (tenant_id, day) do update set fee_paise = excluded.fee_paise;
  insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise, fee_paise)
    select tenant_id, kept_on, paid.method, 0, 0, sum(paid.paise::bigint)
    from appointments cross join lateral jsonb_each_text(paid_by) as paid (method, paise)
    where kept_on is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, day, payment_method) do update set fee_paise = excluded.fee_paise;
  insert into day_tallies as tally
    select tenant_id, taken_on, 0, 0, 0, 0, 0, 0, sum(paise) from payments where is_late group by 1, 2 order by 1, 2
    on conflict (tenant_id, day) do update set late_paise = excluded.late_paise;
  insert into payment_tallies as tally
    select tenant_id, taken_on, coalesce(method, ''), 0, 0, sum(paise) from payments where is_late
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, day, payment_method) do update set late_paise = excluded.late_paise;
end
$$;

-- server/schema/reach/tables.sql

-- Keeps the receivers of a business's bookings outside of Samay.

-- A row is a connection of a business to its Google Calendar.
create table tenant_integrations (
  tenant_id uuid not null references tenants (id),
  integration_type text not null check (integration_type = 'google_calendar'),
  is_connected boolean not null,
  -- Whether Google revoked the access: the events of a day wait for a new connection.
  needs_reconnect boolean not null default false,
  integration_data jsonb not null default '{}',
  -- The refresh token under AES-256-GCM: a copy of the database alone opens no calendar.
  encrypted_token bytea,
  updated_at timestamptz not null,
  primary key (tenant_id, integration_type),
  check (not is_connected or encrypted_token is not null)
);
select isolate_tenant('tenant_integrations');
grant select, insert, update on tenant_integrations to samay_app;
grant select, insert, update, delete on tenant_integrations to samay_platform;

-- A row is a booking that has an event in a calendar.
create table calendar_events (
  tenant_id uuid not null,
  appointment_id uuid not null,
  calendar_id text not null,
  event_id text not null,
  written_at timestamptz not null,
  primary key (tenant_id, appointment_id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
select isolate_tenant('calendar_events');
grant select, insert, update, delete on calendar_events to samay_app, samay_platform;

-- A row is a business's webhook addresses, and the secret with which its receivers check our
-- signature.
create table webhooks (
  tenant_id uuid primary key references tenants (id),
  calendar_event_url text,
  cancel_url text,
  -- Encrypted with AES-256-GCM; shown once, when it is generated.
  encrypted_secret bytea not null,
  updated_at timestamptz not null
);
select isolate_tenant('webhooks');
grant select, insert, update on webhooks to samay_app;
grant select, insert, update, delete on webhooks to samay_platform;

-- A row is a business's choice whether its people get mail about their bookings.
create table booking_mails (
  tenant_id uuid primary key references tenants (id),
  is_on boolean not null,
  updated_at timestamptz not null
);
select isolate_tenant('booking_mails');
grant select, insert, update on booking_mails to samay_app;
grant select, insert, update, delete on booking_mails to samay_platform;

-- A row is the number of mails to an address in a day or an hour, over all businesses and servers.
-- The address is a hash: a count outlives neither the person nor two days.
create table mail_counts (
  address_hash text not null,
  -- The kind of mails: about bookings, about one business's bookings, of invitations, with links.
  scope text not null,
  -- The day in India (2026-11-21) or the hour (2026-11-21T04).
  period text not null,
  sent int not null check (sent >= 0),
  created_at timestamptz not null,
  primary key (address_hash, scope, period)
);
create index mail_counts_age on mail_counts (created_at);
select keep_for_platform('mail_counts');
grant select, insert, update, delete on mail_counts to samay_platform;

-- server/schema/archives/tables.sql

-- Keeps the archives that owners asked for: everything of a business, in one file (decision 0122).

-- A row is an archive, from the moment at which an owner asked for it. Its content is a stored file,
-- encrypted under a key of its own.
create table archives (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The owner who asked, and who alone downloads it.
  asked_by uuid not null,
  asked_at timestamptz not null,
  -- `waiting` until it is whole; `gone` after the removal.
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'gone')),
  -- The tries that began, and the end of the lease of the server that makes it: one that dies frees it
  -- by time alone, and the next begins from the start.
  attempts int not null default 0 check (attempts >= 0),
  lease_until timestamptz,
  -- The rows and files that are in it, and those that will be.
  done int not null default 0 check (done >= 0),
  total int not null default 0 check (total >= 0),
  -- The name of its stored file, and its length as it is downloaded.
  content_id uuid,
  bytes bigint check (bytes > 0),
  -- The key of its content under AES-256-GCM: a copy of the stored files alone opens nothing.
  encrypted_key bytea,
  ready_at timestamptz,
  -- The instant of its removal, downloaded or not.
  expires_at timestamptz,
  downloaded_at timestamptz,
  primary key (tenant_id, id),
  -- Only a ready one has its content.
  constraint archives_content check (
    (state = 'ready') = (content_id is not null) and (content_id is null) = (encrypted_key is null)
    and (state = 'ready') <= (bytes is not null and expires_at is not null))
);
-- One is made at a time.
create unique index one_waiting_archive on archives (tenant_id) where state = 'waiting';
create index archives_waiting on archives (asked_at) where state = 'waiting';
create index archives_ready on archives (expires_at) where state = 'ready';
create index archives_newest on archives (tenant_id, asked_at desc);
select isolate_tenant('archives');
select confine_platform('archives');
grant select, insert on archives to samay_app;
grant select, insert, update, delete on archives to samay_platform;

-- server/schema/platform/tables.sql

-- Keeps the ledger of erasures, and the findings of checks of stored data.

-- A row is a business or a user that was erased: an id and times, without personal data. It tells a
-- database that is restored from before an erasure to repeat it.
create table erasures (
  kind text not null check (kind in ('tenant', 'user')),
  subject_id uuid not null,
  deleted_at timestamptz not null,
  erased_at timestamptz not null,
  primary key (kind, subject_id)
);
select keep_for_platform('erasures');
grant select, insert, update on erasures to samay_platform;

-- A row is a kind of check of a business's stored data. A check reads the data in steps, each in a
-- separate transaction.
create table integrity_checks (
  tenant_id uuid not null,
  kind text not null check (kind in ('audit', 'tallies')),
  -- The position at which the running check continues; null between checks.
  cursor jsonb,
  -- The findings of the running check: their number, and the first of them in words.
  found int not null default 0,
  findings jsonb not null default '[]',
  -- The findings of the last finished check.
  finished_at timestamptz,
  last_found int not null default 0,
  last_findings jsonb not null default '[]',
  -- The value that the last check left for the comparison in the next one.
  anchor jsonb,
  primary key (tenant_id, kind)
);
create index integrity_checks_due on integrity_checks (kind, finished_at);
create index integrity_checks_found on integrity_checks (finished_at) where last_found > 0;
select isolate_tenant('integrity_checks');
grant select on integrity_checks to samay_app;
grant select, insert, update on integrity_checks to samay_platform;
