-- Proves for the rows before 0009 what holds for those since.
alter table notice_channels validate constraint notice_channels_entity_id_check;
