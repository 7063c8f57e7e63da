-- Proves for the rows before 0019 what holds for those since.
alter table notice_settings validate constraint notice_settings_channel_order_check;
alter table notice_channels validate constraint notice_channels_business_account_check;
alter table notice_channels validate constraint notice_channels_account_name_check;
alter table notice_channels validate constraint notice_channels_own_texts_check;
alter table notices validate constraint notices_account_check;
