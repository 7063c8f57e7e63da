-- What an owner or a doctor writes about a booking's visit (docs/decisions/0059-the-doctors-minute.md). A table of its own: no other statement reads it,
-- and it is changed without the booking.
-- Shorter in total than PostgreSQL's deadlock_timeout, for the reference locks the bookings' table for a moment.
set local lock_timeout = '100ms';

create table visit_notes (
  tenant_id uuid not null,
  appointment_id uuid not null,
  -- Empty where it was emptied: the version counts on, so that no other text ever has the same one.
  note text not null check (length(note) <= 4000),
  version int not null check (version > 0),
  written_at timestamptz not null,
  primary key (tenant_id, appointment_id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
select isolate_tenant('visit_notes');
grant select, insert, update on visit_notes to samay_app;
-- The platform erases notes and never reads one: its role sees that a note was written, and has no right to the text.
grant select (tenant_id, appointment_id, version), delete on visit_notes to samay_platform;
