-- Proves for the rows before 0042 what holds for those since.
alter table online_accounts validate constraint online_accounts_previous;
alter table online_orders validate constraint online_orders_earlier;
alter table online_payments validate constraint online_payments_reason_check;
