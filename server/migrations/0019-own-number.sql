-- Lets a business send by its own number at WhatsApp and choose the order of its channels, and counts a
-- message whose answer was lost.

alter table notice_settings
  -- The order in which the channels of the business are tried.
  add column channel_order text[] not null default '{whatsapp,sms,mail}';
alter table notice_settings add constraint notice_settings_channel_order_check
  check (cardinality(channel_order) = 3 and channel_order @> '{whatsapp,sms,mail}') not valid;

alter table notice_channels
  -- The account at WhatsApp of the business's own number, the number with its name as people see them,
  -- and what WhatsApp last said about each text of reminders there.
  add column business_account text,
  add column account_name text,
  add column own_texts jsonb not null default '[]';
alter table notice_channels add constraint notice_channels_business_account_check
  check (business_account ~ '^[0-9]{5,30}$') not valid;
alter table notice_channels add constraint notice_channels_account_name_check
  check (length(account_name) between 1 and 200) not valid;
alter table notice_channels add constraint notice_channels_own_texts_check
  check (jsonb_typeof(own_texts) = 'array') not valid;

-- The business's own account that sent it; null for the installation's, and for mail.
alter table notices add column account text;
alter table notices add constraint notices_account_check check (length(account) <= 100) not valid;
grant update (credits, account) on notices to samay_app;
