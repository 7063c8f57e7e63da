-- Proves for the rows before 0034 what holds for those since.
alter table notices validate constraint notices_kind_check;
