-- Settles each payment of an order: with the keys that it was made with, and after it is booked or ended too.
alter table online_accounts
  add column previous_key_id text check (previous_key_id ~ '^rzp_(live|test)_[A-Za-z0-9]{6,40}$'),
  add column previous_encrypted_key bytea,
  add column previous_encrypted_events bytea,
  add column replaced_at timestamptz,
  add constraint online_accounts_previous check
    (num_nulls(previous_key_id, previous_encrypted_key, previous_encrypted_events, replaced_at) in (0, 4)) not valid;

alter table online_orders
  add column earlier_key_id text check (length(earlier_key_id) between 1 and 100),
  add column earlier_order_id text check (length(earlier_order_id) between 1 and 100),
  add column is_settled boolean not null default false,
  add constraint online_orders_earlier check ((earlier_key_id is null) = (earlier_order_id is null)) not valid;
grant update (earlier_key_id, earlier_order_id, is_settled) on online_orders to samay_app;

alter table online_payments
  add column key_id text check (length(key_id) between 1 and 100),
  drop constraint online_payments_reason_check,
  add constraint online_payments_reason_check check (reason in ('taken', 'full', 'closed', 'too_many', 'second', 'amount', 'late',
    'returned', 'not_captured', 'cancelled')) not valid;
