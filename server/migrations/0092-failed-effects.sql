-- What failed is counted for the status page and sent again by hand (decision 0072), however much was delivered in the last thirty days.

create index concurrently outbox_failed on outbox (tenant_id, kind) where delivered_at is null and last_error is not null;
