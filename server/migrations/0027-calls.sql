-- Calls of the waiting room (decision 0153): how often the person of a booking was called, when last, and since
-- when they are skipped.
alter table appointments
  add column calls int not null default 0,
  add column called_at timestamptz,
  add column skipped_at timestamptz,
  add constraint appointments_calls_check check (calls between 0 and 99) not valid,
  add constraint appointments_called check ((calls = 0) = (called_at is null)) not valid;
-- A message that says that the doctor is late (decision 0154).
alter table whatsapp_messages drop constraint whatsapp_messages_kind_check;
alter table whatsapp_messages add constraint whatsapp_messages_kind_check check (kind in
  ('booked', 'moved', 'cancelled', 'closed_day', 'received', 'balance', 'reminder', 'refund', 'late')) not valid;
alter table whatsapp_words drop constraint whatsapp_words_kind_check;
alter table whatsapp_words add constraint whatsapp_words_kind_check check (kind in
  ('booked', 'moved', 'cancelled', 'closed_day', 'received', 'balance', 'reminder', 'refund', 'late')) not valid;
-- A doctor who is late (decision 0154): by how many minutes, until when, and when that was said.
alter table resources
  add column late_min int check (late_min between 5 and 240),
  add column late_until timestamptz,
  add column late_at timestamptz,
  add constraint resources_late
    check ((late_min is null) = (late_until is null) and (late_min is null) = (late_at is null)) not valid;
