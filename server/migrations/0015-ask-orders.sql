-- When the payment provider was last asked about an open order: each gets its turn, and an abandoned one is asked for less and less often.
alter table payment_orders add column asked_at timestamptz;
drop index payment_orders_open;
create index payment_orders_open on payment_orders (asked_at nulls first, created_at) where state = 'open';
