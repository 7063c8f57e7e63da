-- checksum: a1e4d2fbd132ca996f2efe16bd541a3a2581d1ddcf87b3c519d7c27b6b8b187f
-- Released without its first statement. PostgreSQL 15.20 refuses to add a column to a table whose row type a function with a parsed body uses, where
-- 15.18 did not; a body that is text has no such tie. 0095 does the same where this file was applied before.
create or replace function tally_change(sign int, booking appointments) returns tally_change
language sql immutable
as $$
  select row(sign, booking.tenant_id, booking.appointment_date, booking.patient_id, booking.status, booking.amount_paise,
    coalesce(booking.payment_method, ''), booking.prescription_id is not null)::tally_change
$$;

-- What a desk notes of a visit (docs/decisions/0054-email-may-be-missing.md, 0056-the-queue.md): a walk-in, the moment at which the visit began, and a person without
-- an email. All of it is absent in rows of before, and in those of servers of the last release.
-- kept: appointments, the last release writes an email and none of these columns
set local lock_timeout = '100ms';

alter table appointments
  alter column person_email drop not null,
  -- Came without a booking: on a clinic's queue it claims nothing.
  add column walk_in boolean not null default false,
  -- When the consultation or the game began.
  add column started_at timestamptz;
alter table appointments
  add constraint appointments_reachable check (person_email is not null or person_contact is not null) not valid;

-- As before where there is an email. A number that is too short for a telephone is compared as it is written.
create or replace function person_key(email text, contact text) returns text
language sql immutable parallel safe
return case
  when length(regexp_replace(contact, '\D', '', 'g')) >= 10 then right(regexp_replace(contact, '\D', '', 'g'), 10)
  when email is not null then lower(email)
  else lower(trim(contact))
end;
