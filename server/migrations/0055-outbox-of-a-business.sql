-- The screen of the deliveries looks for a later effect of the same booking for each one that failed. Without an index that holds delivered
-- effects too, each look read all effects of the business: 26 s for 2,000 failed of 7,200.
create index concurrently outbox_of_business on outbox (tenant_id, subject, written_at);
