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
-- Outside of a business a guest finds the one that an address belongs to.
create policy guest on tenants for select to samay_guest
  using (coalesce(id = current_tenant_id(), slug is not null));
grant select (id, name, slug, status, deleted_at) on tenants to samay_guest;

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
  -- Until how long before it a person moves or cancels their own booking by its link, and how far ahead the
  -- times are that they may choose, in minutes.
  cutoff_min int not null default 240 check (cutoff_min between 0 and 10080),
  notice_min int not null default 60 check (notice_min between 0 and 10080),
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
  -- Whether arrivals at a clinic's doctors get numbers (decision 0150), and how many of its doctors have a letter.
  gives_tokens boolean not null default false,
  token_letters int not null default 0 check (token_letters between 0 and 702),
  -- Whether the board is on, and says names; the version of its address: a higher one ends those before it.
  board_on boolean not null default false,
  board_names boolean not null default false,
  board_version int not null default 0 check (board_version between 0 and 65535),
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
  map_link, language, money_locked_until, money_unlock_reason, cutoff_min, notice_min, gives_tokens,
  token_letters, board_on, board_names, board_version, updated_at) on business_profiles to samay_app;
grant select, insert, update, delete on business_profiles to samay_platform;
create policy guest on business_profiles for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, business_type, address, telephone, map_link, language, cutoff_min, notice_min) on business_profiles to samay_guest;

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
  -- The last of the first days of a new business, in which it has the limit of the enterprise plan, and the
  -- end of them that its owners were told of. The next subscription has them too.
  first_days_until date,
  first_days_told date,
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
