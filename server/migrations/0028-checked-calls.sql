-- Proves for the rows before 0027 what holds for those since.
alter table appointments validate constraint appointments_calls_check;
alter table appointments validate constraint appointments_called;
alter table whatsapp_messages validate constraint whatsapp_messages_kind_check;
alter table whatsapp_words validate constraint whatsapp_words_kind_check;
alter table resources validate constraint resources_late;
