-- Finds the bookings that take no place of the plan, which are never hidden.
create index concurrently appointments_uncounted on appointments (tenant_id, appointment_date, id)
  where not counts_in_plan;
