-- Lists and sums up what is due of one doctor or court (docs/decisions/0062-counts-up-to-a-thousand.md).
create index concurrently appointments_due_of_resource on appointments (tenant_id, resource_id, appointment_date desc, appointment_time, id)
  include (price_paise, amount_paise)
  where status in ('scheduled', 'completed') and price_paise > coalesce(amount_paise, 0);
