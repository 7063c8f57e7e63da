-- Finds what is due of one business: effects are delivered in rounds over businesses.
create index concurrently outbox_due_of_business on outbox (tenant_id, next_at)
  where delivered_at is null and given_up_at is null;
