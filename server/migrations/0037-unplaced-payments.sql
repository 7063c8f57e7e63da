-- small: payment_events, some for each plan that is bought and forgotten after 180 days; they are read once and not locked against writes
-- small: payment_orders, one for each plan that somebody begins to buy; they are read once and not locked against writes
-- Captured payments that gave no plan because they fit no open order: a second one, another amount, an unknown order. Each is money to give
-- back or to assign by hand, so it is listed under Billing, and its payer is told once: the key decides who tells.

create table unplaced_payments (
  id uuid primary key default gen_random_uuid(),
  payment_id text not null unique,
  -- Null for a payment of no order at all.
  provider_order_id text,
  -- Our order, where there is one: its address is the payer's. Goes with the order when that is erased.
  order_id uuid references payment_orders (id) on delete cascade,
  -- Of an unknown order alone: the address that the payer gave to the provider.
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

-- Those of the events that are still kept. Nobody is written to about them now: most were settled by hand.
set local role samay_platform;
insert into unplaced_payments (payment_id, provider_order_id, order_id, email, amount_paise, currency, reason, noted_at)
  select payment ->> 'id', payment ->> 'order_id', payment_orders.id, case when payment_orders.id is null then payment ->> 'email' end,
    (payment ->> 'amount')::bigint, payment ->> 'currency', payment_events.outcome, payment_events.processed_at
  from payment_events
    cross join lateral (select payment_events.body::jsonb #> '{payload,payment,entity}' as payment) as told
    left join payment_orders on payment_orders.provider_order_id = payment ->> 'order_id'
  where payment_events.outcome in ('second_payment', 'other_amount', 'unknown_order')
  order by payment_events.processed_at
on conflict (payment_id) do nothing;
reset role;
