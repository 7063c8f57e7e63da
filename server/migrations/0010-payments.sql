-- What was ordered, what was paid, and how long a plan is paid for.

-- A paid plan ends; null: free, or given by the platform, and then it stays.
alter table subscriptions add column paid_until date;
-- When its owners were told that the paid month ends.
alter table subscriptions add column reminded_at timestamptz;
create index subscriptions_paid_until on subscriptions (paid_until) where status = 'active' and paid_until is not null;

-- An order at the payment provider, made by us for one address, one plan and one amount. Platform's: before it is paid for, a
-- sign-up has no business.
create table payment_orders (
  id uuid primary key default gen_random_uuid(),
  -- The provider's own id of the order.
  provider_order_id text not null unique,
  kind text not null check (kind in ('signup', 'upgrade')),
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  -- signup: the name of the business to be.
  business_name text check (length(business_name) between 1 and 200),
  -- upgrade: the business; signup: the one that the payment made or went to.
  tenant_id uuid references tenants (id),
  -- upgrade: who ordered.
  ordered_by uuid references users (id),
  plan_id text not null references plans (id),
  amount_paise int not null check (amount_paise > 0),
  -- open → expired → paid (captured, and nobody could be given the plan) → granted. Only ever forward.
  state text not null default 'open' check (state in ('open', 'expired', 'paid', 'granted')),
  -- The one payment that counted.
  payment_id text unique,
  -- paid: why the plan was not given.
  reason text,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- signup: who took the business over by the mailed link.
  claimed_by uuid references users (id),
  claimed_at timestamptz,
  check (kind = 'signup' or tenant_id is not null),
  check (kind = 'upgrade' or business_name is not null),
  check ((state in ('paid', 'granted')) = (payment_id is not null and paid_at is not null)),
  check (state <> 'granted' or tenant_id is not null)
);
create index payment_orders_open on payment_orders (created_at) where state = 'open';
create index payment_orders_of_tenant on payment_orders (tenant_id, created_at);
select keep_for_platform('payment_orders');
grant select, insert, update, delete on payment_orders to samay_platform;

-- Whoever hears of a payment (the payer's browser, the provider's webhook, our own asking) moves its order by the same statement.
create function refuse_payment_going_back() returns trigger
language plpgsql as $$
declare
  places text[] := array['open', 'expired', 'paid', 'granted'];
begin
  if array_position(places, new.state) < array_position(places, old.state)
    or (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
    or (new.provider_order_id, new.plan_id, new.amount_paise, new.email_key)
      is distinct from (old.provider_order_id, old.plan_id, old.amount_paise, old.email_key)
  then
    raise exception 'an order does not go from % to %, nor change what was ordered', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger refuse_payment_going_back before update on payment_orders
  for each row execute function refuse_payment_going_back();

-- What the provider told us, as it was signed; kept before anything is done about it.
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
