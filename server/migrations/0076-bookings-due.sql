-- Finds the bookings of which less than the price was taken, in list order (server/src/modules/bookings/appointments/list-queries.ts).
create index concurrently appointments_due on appointments (tenant_id, appointment_date desc, appointment_time, id)
  include (price_paise, amount_paise)
  where status in ('scheduled', 'completed') and price_paise > coalesce(amount_paise, 0);
