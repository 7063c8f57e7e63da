-- Keeps the page on which strangers see a business and its free times.

-- A row is a business's choice of what its page shows. A business without one has no page.
create table online_booking (
  tenant_id uuid primary key references tenants (id),
  is_on boolean not null,
  -- Whether search engines may list the page.
  is_published boolean not null,
  shows_prices boolean not null,
  -- How many days ahead the last time is that is offered; the first follows from the business's notice.
  horizon_days int not null check (horizon_days between 1 and 400),
  -- How many requests a number may have open.
  open_per_number int not null check (open_per_number between 1 and 20),
  -- The services, and the doctors or courts, that are not offered there.
  hidden_services uuid[] not null check (cardinality(hidden_services) <= 500),
  hidden_resources uuid[] not null check (cardinality(hidden_resources) <= 500),
  -- The business's own words above the times.
  intro text check (length(intro) between 1 and 500),
  updated_at timestamptz not null,
  -- Whether a visitor asks for a time, or books it after proving their number.
  mode text not null default 'request' check (mode in ('request', 'booking')),
  -- The part that goes back of the money paid online when its person cancels before the cut-off: all, a part, nothing.
  refund_rule text not null default 'all' check (refund_rule in ('all', 'part', 'none')),
  -- The part, in per cent.
  refund_percent int not null default 50 check (refund_percent between 1 and 99)
);
select isolate_tenant('online_booking');
grant select, insert, update on online_booking to samay_app;
grant select, insert, update, delete on online_booking to samay_platform;
create policy guest on online_booking for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, is_on, is_published, shows_prices, horizon_days, open_per_number, hidden_services,
  hidden_resources, intro, mode, refund_rule, refund_percent) on online_booking to samay_guest;

-- A row is a service for which a visitor of the page pays before their time is booked: a deposit, or its price.
create table online_service_payments (
  tenant_id uuid not null references tenants (id),
  service_id uuid not null,
  takes text not null check (takes in ('deposit', 'all')),
  deposit_paise int check (deposit_paise between 100 and 1000000000),
  primary key (tenant_id, service_id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  check ((takes = 'deposit') = (deposit_paise is not null))
);
select isolate_tenant('online_service_payments');
grant select, insert, delete on online_service_payments to samay_app;
grant select, insert, update, delete on online_service_payments to samay_platform;
create policy guest on online_service_payments for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, service_id, takes, deposit_paise) on online_service_payments to samay_guest;

-- A row is an address that the page of a business had before: it leads to the present one.
create table former_slugs (
  tenant_id uuid not null references tenants (id),
  slug text not null,
  left_at timestamptz not null,
  primary key (tenant_id, slug)
);
create index former_slugs_by_slug on former_slugs (slug);
select isolate_tenant('former_slugs');
grant select on former_slugs to samay_app;
grant select, insert, update, delete on former_slugs to samay_platform;
create policy guest on former_slugs for select to samay_guest using (current_tenant_id() is null);
grant select (tenant_id, slug, left_at) on former_slugs to samay_guest;

-- A row is a time that a visitor of the page asked for: the desk confirms or declines it. A pending one
-- holds its claims until it lapses. Its id is in the address under which the visitor sees it.
create table booking_requests (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  state text not null check (state in ('pending', 'confirmed', 'declined', 'withdrawn')),
  service_id uuid not null,
  resource_id uuid not null,
  appointment_date date not null,
  appointment_time time(0) not null,
  duration_min int not null check (duration_min between 5 and 720),
  price_paise int check (price_paise between 0 and 1000000000),
  person_name text not null check (length(person_name) between 1 and 200),
  contact text not null check (length(contact) between 1 and 50),
  -- The digits of the number, by which its open requests are counted.
  number text not null check (length(number) between 4 and 20),
  note text check (length(note) between 1 and 500),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  asked_at timestamptz not null,
  lapses_at timestamptz not null,
  settled_at timestamptz,
  -- Null where the visitor withdrew it.
  settled_by uuid,
  -- Why it was declined, as the visitor reads it.
  reason text check (length(reason) between 1 and 200),
  appointment_id uuid,
  -- The amount that its visitor pays by UPI before the desk sees it, and the number of that payment at their bank.
  upi_paise int check (upi_paise between 100 and 1000000000),
  utr text,
  -- The numbers that it had before that one: each was perhaps a payment.
  former_utrs text[] not null default '{}' check (cardinality(former_utrs) <= 20),
  primary key (tenant_id, id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  check ((state = 'pending') = (settled_at is null)),
  check ((state = 'confirmed') = (appointment_id is not null)),
  check (state = 'declined' or reason is null),
  check (utr is null or utr ~ '^[0-9]{12}$' and upi_paise is not null)
);
create index booking_requests_newest on booking_requests (tenant_id, asked_at desc, id desc);
create index booking_requests_pending on booking_requests (tenant_id, number, lapses_at) where state = 'pending';
-- One payment is for one request.
create unique index booking_requests_utr on booking_requests (tenant_id, utr) where state in ('pending', 'confirmed');
create index booking_requests_of_booking on booking_requests (tenant_id, appointment_id) where appointment_id is not null;
select isolate_tenant('booking_requests');
grant select, insert, update (state, settled_at, settled_by, reason, appointment_id, lapses_at, utr, former_utrs) on booking_requests to samay_app;
grant select, insert, update, delete on booking_requests to samay_platform;

-- A row is a form of the page whose visitor proves their number by a code before it becomes a booking. The
-- visitor's hold keeps its time. It is deleted after a day.
create table number_proofs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The visitor's own number: the form and what it leads to are shown to nobody else.
  visitor uuid not null,
  service_id uuid not null,
  resource_id uuid not null,
  -- Whether the visitor chose the doctor or court; otherwise any was meant.
  is_chosen boolean not null,
  appointment_date date not null,
  appointment_time time(0) not null,
  person_name text not null check (length(person_name) between 1 and 200),
  contact text not null check (length(contact) between 1 and 50),
  -- The digits of the number, by which codes and bookings are counted.
  number text not null check (length(number) between 4 and 20),
  -- Where the code goes by mail; then the number stays unproven.
  email text check (length(email) between 3 and 320),
  note text check (length(note) between 1 and 500),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  channel text not null check (channel in ('whatsapp', 'sms', 'mail')),
  asked_at timestamptz not null,
  -- The latest code under HMAC with a key that is not in the database, and how often it was tried.
  code_hash bytea check (length(code_hash) = 32),
  sent_at timestamptz,
  sends int not null default 0 check (sends >= 0),
  tries int not null default 0 check (tries between 0 and 5),
  proven_at timestamptz,
  -- The booking that it became.
  appointment_id uuid,
  -- The provider's id of the latest code by WhatsApp or SMS, and when its report said that it did not arrive.
  message_id text check (length(message_id) between 1 and 500),
  undelivered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  check (channel <> 'mail' or email is not null),
  check (proven_at is not null or appointment_id is null)
);
create index number_proofs_age on number_proofs (asked_at);
create index number_proofs_of_booking on number_proofs (tenant_id, appointment_id) where appointment_id is not null;
select isolate_tenant('number_proofs');
grant select, insert, update (code_hash, sent_at, sends, tries, proven_at, appointment_id, message_id, undelivered_at) on number_proofs to samay_app;
grant select, insert, update, delete on number_proofs to samay_platform;

-- A row is a device that has proven a number to a business: for thirty days it needs no code. Its secret is
-- a cookie; the hash is another one in each business.
create table known_devices (
  tenant_id uuid not null references tenants (id),
  device_hash text not null check (length(device_hash) = 43),
  number text not null check (length(number) between 4 and 20),
  proven_at timestamptz not null,
  primary key (tenant_id, device_hash)
);
create index known_devices_age on known_devices (proven_at);
select isolate_tenant('known_devices');
grant select, insert, update, delete on known_devices to samay_app, samay_platform;

-- A row is a proven form that is paid before it becomes a booking: what the booking needs, and the order at the
-- business's own payment provider. The visitor's hold keeps its time.
create table online_orders (
  tenant_id uuid not null references tenants (id),
  -- The id of the form (number_proofs), which is deleted after a day.
  id uuid not null,
  -- The visitor's own number: the order is shown to nobody else.
  visitor uuid not null,
  service_id uuid not null,
  resource_id uuid not null,
  is_chosen boolean not null,
  appointment_date date not null,
  appointment_time time(0) not null,
  -- The person of the booking; null when the order is old.
  person_name text check (length(person_name) between 1 and 200),
  contact text check (length(contact) between 1 and 50),
  -- The digits of the number, by which bookings are counted, and whether the form has proven it.
  number text check (length(number) between 4 and 20),
  proves_number boolean not null,
  email text check (length(email) between 3 and 320),
  note text check (length(note) between 1 and 500),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  -- The price that the visitor saw, and what of it is paid before the visit.
  price_paise int check (price_paise between 0 and 1000000000),
  amount_paise int not null check (amount_paise between 100 and 1000000000),
  -- The part that goes back when its person cancels in time, in per cent: as they read it before they paid.
  refund_percent int not null default 100 check (refund_percent between 0 and 100),
  -- The key of the account with which the provider made the order, and the provider's id; null before.
  key_id text check (length(key_id) between 1 and 100),
  provider_order_id text check (length(provider_order_id) between 1 and 100),
  -- The key and the provider's id of an order that was made before the keys were changed: it may still be paid.
  earlier_key_id text check (length(earlier_key_id) between 1 and 100),
  earlier_order_id text check (length(earlier_order_id) between 1 and 100),
  asked_at timestamptz not null,
  holds_until timestamptz not null,
  state text not null default 'open' check (state in ('open', 'booked', 'ended')),
  appointment_id uuid,
  -- How often the provider was asked about it, when it is asked next, and whether nothing more is to be learned.
  checks int not null default 0 check (checks >= 0),
  next_check_at timestamptz not null,
  is_settled boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  -- Checked at the commit, so that the booking may be inserted after it.
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id) deferrable initially deferred,
  check ((state = 'booked') = (appointment_id is not null)),
  check (state <> 'booked' or provider_order_id is not null),
  check ((key_id is null) = (provider_order_id is null)),
  constraint online_orders_earlier check ((earlier_key_id is null) = (earlier_order_id is null)),
  check (state <> 'open' or num_nulls(person_name, contact, number) = 0)
);
create unique index online_orders_of_provider on online_orders (tenant_id, provider_order_id);
create index online_orders_due on online_orders (next_check_at) where state = 'open';
create index online_orders_settled on online_orders (next_check_at) where state <> 'open' and not is_settled;
create index online_orders_age on online_orders (asked_at);
create index online_orders_of_booking on online_orders (tenant_id, appointment_id) where appointment_id is not null;
select isolate_tenant('online_orders');
grant select, insert, update (person_name, contact, key_id, provider_order_id, earlier_key_id, earlier_order_id,
  holds_until, state, appointment_id, checks, next_check_at, is_settled) on online_orders to samay_app;
grant select, insert, update, delete on online_orders to samay_platform;

-- A row is a visitor's payment of an order, as the provider reported it. `authorized`: its booking stands and
-- it is to be captured. `captured`: the business has the money; without a booking it goes back. `released`: it
-- became no booking and is never captured, so the provider gives it back. `refused`: the provider refused the
-- capture for good, and the booking is unpaid.
create table online_payments (
  tenant_id uuid not null references tenants (id),
  -- The provider's id.
  id text not null check (length(id) between 1 and 100),
  order_id uuid not null,
  -- The key of the account that it was paid to.
  key_id text check (length(key_id) between 1 and 100),
  paise int not null check (paise between 1 and 1000000000),
  state text not null check (state in ('authorized', 'captured', 'released', 'refused')),
  -- Why it became no booking, or why the capture was refused.
  reason text check (reason in ('taken', 'full', 'closed', 'too_many', 'second', 'amount', 'late',
    'returned', 'not_captured', 'cancelled')),
  appointment_id uuid,
  -- Its row of money.
  ledger_id uuid,
  told_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references online_orders (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, ledger_id) references payments (tenant_id, id) deferrable initially deferred,
  check ((state = 'authorized') = (settled_at is null)),
  check (state <> 'authorized' or reason is null),
  -- Money is in the ledger exactly where it is captured for a booking.
  check ((ledger_id is not null) = (state = 'captured' and appointment_id is not null)),
  check (appointment_id is not null or state in ('captured', 'released') and reason is not null),
  check (state <> 'released' or appointment_id is null),
  check (state <> 'refused' or reason is not null)
);
-- An order becomes one booking with one payment.
create unique index online_payments_booked on online_payments (tenant_id, order_id) where appointment_id is not null;
create unique index online_payments_of_ledger on online_payments (tenant_id, ledger_id) where ledger_id is not null;
create index online_payments_of_order on online_payments (tenant_id, order_id);
create index online_payments_of_booking on online_payments (tenant_id, appointment_id) where appointment_id is not null;
select isolate_tenant('online_payments');
grant select, insert, update (state, reason, ledger_id, settled_at) on online_payments to samay_app;
grant select, insert, update, delete on online_payments to samay_platform;

-- A row is an event of the business's payment provider that was acted on: each is acted on once. It is kept
-- for thirty days.
create table online_events (
  tenant_id uuid not null references tenants (id),
  id text not null check (length(id) between 1 and 200),
  kind text not null check (length(kind) between 1 and 100),
  came_at timestamptz not null,
  primary key (tenant_id, id)
);
create index online_events_age on online_events (came_at);
select isolate_tenant('online_events');
grant select, insert on online_events to samay_app;
grant select, insert, update, delete on online_events to samay_platform;

-- A row is money of a payment of the public page that goes back through the business's payment provider. Its row
-- of money is written once the provider has given it back. `noted`: it was given back another way.
create table online_refunds (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The provider's id of the payment.
  payment_id text not null,
  -- The row of money that it takes from, and its booking; null where the payment became no booking.
  of_id uuid,
  appointment_id uuid,
  paise int not null check (paise between 1 and 1000000000),
  reason text not null check (length(reason) between 1 and 200),
  -- Whether the booking does not owe the money any more.
  lowers boolean not null default false,
  -- The cancellation that asked for it.
  cancel_id uuid,
  state text not null check (state in ('asked', 'accepted', 'done', 'failed', 'noted')),
  provider_refund_id text check (length(provider_refund_id) between 1 and 100),
  -- The provider's refund by which the money went back a second time.
  twice_id text check (length(twice_id) between 1 and 100),
  -- Why it failed.
  error text check (error in ('keys', 'refunded', 'balance', 'no_account', 'not_found', 'refused', 'other')),
  -- How often it was tried again by hand: each try has a key of its own at the provider.
  tries int not null default 0 check (tries >= 0),
  asked_at timestamptz not null,
  asked_by uuid,
  next_check_at timestamptz not null,
  done_at timestamptz,
  -- The row of money that was written for it.
  ledger_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references online_payments (tenant_id, id),
  foreign key (tenant_id, of_id) references payments (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id),
  -- Checked at the commit, so that its row of money may be written after it.
  foreign key (tenant_id, ledger_id) references payments (tenant_id, id) deferrable initially deferred,
  check ((of_id is null) = (appointment_id is null)),
  check ((state in ('done', 'noted')) = (done_at is not null)),
  check ((ledger_id is not null) = (state in ('done', 'noted') and of_id is not null)),
  check ((state = 'failed') = (error is not null)),
  check (state <> 'accepted' or provider_refund_id is not null),
  check (twice_id is null or state in ('done', 'noted'))
);
create index online_refunds_failed on online_refunds (tenant_id) where state = 'failed';
create index online_refunds_of_row on online_refunds (tenant_id, of_id);
create index online_refunds_of_booking on online_refunds (tenant_id, appointment_id);
create index online_refunds_due on online_refunds (next_check_at) where state in ('asked', 'accepted');
create index online_refunds_newest on online_refunds (tenant_id, asked_at desc);
create unique index online_refunds_of_provider on online_refunds (tenant_id, provider_refund_id);
-- A payment that became no booking goes back once, whole.
create unique index online_refunds_unbooked on online_refunds (tenant_id, payment_id) where of_id is null;
select isolate_tenant('online_refunds');
grant select, insert, update (state, provider_refund_id, twice_id, error, tries, next_check_at, done_at, ledger_id) on online_refunds to samay_app;
grant select, insert, update, delete on online_refunds to samay_platform;
