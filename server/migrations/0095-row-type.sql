-- As 0067, where that was applied without it: later columns of appointments can be added on PostgreSQL 15.20.
create or replace function tally_change(sign int, booking appointments) returns tally_change
language sql immutable
as $$
  select row(sign, booking.tenant_id, booking.appointment_date, booking.patient_id, booking.status, booking.amount_paise,
    coalesce(booking.payment_method, ''), booking.prescription_id is not null)::tally_change
$$;
