-- Proves for the rows before 0027 what holds for those since.
alter table appointments validate constraint appointments_called;
alter table whatsapp_messages validate constraint whatsapp_messages_kind_check;
alter table whatsapp_words validate constraint whatsapp_words_kind_check;
-- A doctor who is late (decision 0154): by how many minutes, until when, and when that was said.
alter table resources
  add column late_min int check (late_min between 5 and 240),
  add column late_until timestamptz,
  add column late_at timestamptz,
  add constraint resources_late
    check ((late_min is null) = (late_until is null) and (late_min is null) = (late_at is null));
