-- A row is a proven form that is paid before it becomes a booking: what the booking needs, and the order at the
-- business's own payment provider. The visitor's hold keeps its time.
create table online_orders (
  tenant_id uuid not null,
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
  -- What of it goes back when its person cancels in time, in per cent: as they read it before they paid.
  refund_percent int not null default 100 check (refund_percent between 0 and 100),
  -- The key of the account with which the provider made the order, and the provider's id; null before.
  key_id text check (length(key_id) between 1 and 100),
  provider_order_id text check (length(provider_order_id) between 1 and 100),
  asked_at timestamptz not null,
  holds_until timestamptz not null,
  state text not null default 'open' check (state in ('open', 'booked', 'ended')),
  appointment_id uuid,
  -- How often the provider was asked about it, and when it is asked next.
  checks int not null default 0 check (checks >= 0),
  next_check_at timestamptz not null,
  primary key (tenant_id, id),
  check ((state = 'booked') = (appointment_id is not null)),
  check (state <> 'booked' or provider_order_id is not null),
  check ((key_id is null) = (provider_order_id is null)),
  check (state <> 'open' or num_nulls(person_name, contact, number) = 0)
);
create unique index online_orders_of_provider on online_orders (tenant_id, provider_order_id);
create index online_orders_due on online_orders (next_check_at) where state = 'open';
create index online_orders_age on online_orders (asked_at);
create index online_orders_of_booking on online_orders (tenant_id, appointment_id) where appointment_id is not null;
select isolate_tenant('online_orders');
alter table online_orders add foreign key (tenant_id) references tenants (id);
alter table online_orders add foreign key (tenant_id, service_id) references services (tenant_id, id);
alter table online_orders add foreign key (tenant_id, resource_id) references resources (tenant_id, id);
alter table online_orders add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id) deferrable initially deferred;
grant select, insert, update (person_name, contact, key_id, provider_order_id, holds_until, state, appointment_id, checks,
  next_check_at) on online_orders to samay_app;
grant select, insert, update, delete on online_orders to samay_platform;

-- A row is a visitor's payment of an order, as the provider reported it. `authorized`: its booking stands and
-- it is to be captured. `captured`: the business has the money; without a booking it goes back. `released`: it
-- became no booking and is never captured, so the provider gives it back. `refused`: the provider refused the
-- capture for good, and the booking is unpaid.
create table online_payments (
  tenant_id uuid not null,
  -- The provider's id.
  id text not null check (length(id) between 1 and 100),
  order_id uuid not null,
  paise int not null check (paise between 1 and 1000000000),
  state text not null check (state in ('authorized', 'captured', 'released', 'refused')),
  -- Why it became no booking, or why the capture was refused.
  reason text check (reason in ('taken', 'full', 'closed', 'too_many', 'second', 'amount', 'late',
    'returned', 'not_captured')),
  appointment_id uuid,
  -- Its row of money.
  ledger_id uuid,
  told_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
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
alter table online_payments add foreign key (tenant_id) references tenants (id);
alter table online_payments add foreign key (tenant_id, order_id) references online_orders (tenant_id, id);
alter table online_payments add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id) deferrable initially deferred;
alter table online_payments add foreign key (tenant_id, ledger_id) references payments (tenant_id, id) deferrable initially deferred;
grant select, insert, update (state, reason, ledger_id, settled_at) on online_payments to samay_app;
grant select, insert, update, delete on online_payments to samay_platform;

-- A row is an event of the business's payment provider that was acted on: each is acted on once. It is kept
-- for thirty days.
create table online_events (
  tenant_id uuid not null,
  id text not null check (length(id) between 1 and 200),
  kind text not null check (length(kind) between 1 and 100),
  came_at timestamptz not null,
  primary key (tenant_id, id)
);
create index online_events_age on online_events (came_at);
select isolate_tenant('online_events');
alter table online_events add foreign key (tenant_id) references tenants (id);
grant select, insert on online_events to samay_app;
grant select, insert, update, delete on online_events to samay_platform;
