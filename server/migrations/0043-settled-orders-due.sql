create index concurrently online_orders_settled on online_orders (next_check_at) where state <> 'open' and not is_settled;
