-- Keeps the receivers of a business's bookings outside of Samay.

-- A row is a connection of a business to its Google Calendar.
create table tenant_integrations (
  tenant_id uuid not null references tenants (id),
  integration_type text not null check (integration_type = 'google_calendar'),
  is_connected boolean not null,
  -- Whether Google revoked the access: the events of a day wait for a new connection.
  needs_reconnect boolean not null default false,
  integration_data jsonb not null default '{}',
  -- The refresh token under AES-256-GCM: a copy of the database alone opens no calendar.
  encrypted_token bytea,
  updated_at timestamptz not null,
  primary key (tenant_id, integration_type),
  check (not is_connected or encrypted_token is not null)
);
select isolate_tenant('tenant_integrations');
grant select, insert, update on tenant_integrations to samay_app;
grant select, insert, update, delete on tenant_integrations to samay_platform;

-- A row is a booking that has an event in a calendar.
create table calendar_events (
  tenant_id uuid not null,
  appointment_id uuid not null,
  calendar_id text not null,
  event_id text not null,
  written_at timestamptz not null,
  primary key (tenant_id, appointment_id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
select isolate_tenant('calendar_events');
grant select, insert, update, delete on calendar_events to samay_app, samay_platform;

-- A row is a business's webhook addresses, and the secret with which its receivers check our
-- signature.
create table webhooks (
  tenant_id uuid primary key references tenants (id),
  calendar_event_url text,
  cancel_url text,
  -- Encrypted with AES-256-GCM; shown once, when it is generated.
  encrypted_secret bytea not null,
  updated_at timestamptz not null
);
select isolate_tenant('webhooks');
grant select, insert, update on webhooks to samay_app;
grant select, insert, update, delete on webhooks to samay_platform;

-- A row is a business's choice whether its people get mail about their bookings.
create table booking_mails (
  tenant_id uuid primary key references tenants (id),
  is_on boolean not null,
  updated_at timestamptz not null
);
select isolate_tenant('booking_mails');
grant select, insert, update on booking_mails to samay_app;
grant select, insert, update, delete on booking_mails to samay_platform;

-- A row is the number of mails to an address in a day or an hour, over all businesses and servers.
-- The address is a hash: a count outlives neither the person nor two days.
create table mail_counts (
  address_hash text not null,
  -- The kind of mails: about bookings, about one business's bookings, of invitations, with links.
  scope text not null,
  -- The day in India (2026-11-21) or the hour (2026-11-21T04).
  period text not null,
  sent int not null check (sent >= 0),
  created_at timestamptz not null,
  primary key (address_hash, scope, period)
);
create index mail_counts_age on mail_counts (created_at);
select keep_for_platform('mail_counts');
grant select, insert, update, delete on mail_counts to samay_platform;

-- A row is a business's choice of the reminders that its people get by mail. A business without one
-- has the reminder of the day before.
create table notice_settings (
  tenant_id uuid primary key references tenants (id),
  reminders_on boolean not null,
  -- The minutes before the start at which a reminder is due; apart by more than three hours.
  lead_min int[] not null check (cardinality(lead_min) between 1 and 3 and lead_min <@ '{120,1440,2880,4320,10080}'),
  -- The order in which the channels of the business are tried.
  channel_order text[] not null default '{whatsapp,sms,mail}' check (cardinality(channel_order) = 3
    and channel_order @> '{whatsapp,sms,mail}'),
  updated_at timestamptz not null
);
select isolate_tenant('notice_settings');
grant select, insert, update on notice_settings to samay_app;
grant select, insert, update, delete on notice_settings to samay_platform;

-- A row is a channel other than mail by which a business sends notices, once it chose whether.
create table notice_channels (
  tenant_id uuid not null references tenants (id),
  channel text not null check (channel in ('whatsapp', 'sms')),
  is_on boolean not null,
  -- Whether it also tells people that their booking is made, moved or cancelled, or that their doctor is late.
  tells_changes boolean not null default true,
  -- The business's own account at the provider and its secret under AES-256-GCM; without them its
  -- messages leave by the installation's account and cost credits.
  account text check (length(account) between 1 and 100),
  encrypted_token bytea,
  -- The number under which the operators know the business (DLT), where the channel is SMS.
  entity_id text check (entity_id ~ '^[0-9]{19}$'),
  -- The account at WhatsApp of the business's own number, the number with its name as people see them,
  -- and what WhatsApp last said about each text of reminders there.
  business_account text check (business_account ~ '^[0-9]{5,30}$'),
  account_name text check (length(account_name) between 1 and 200),
  own_texts jsonb not null default '[]' check (jsonb_typeof(own_texts) = 'array'),
  -- The failures in a row, of which ten are mailed to the owners once.
  failures int not null default 0 check (failures >= 0),
  -- Since when nothing leaves, because the account is not as it must be, and why in words.
  stopped_at timestamptz,
  stop_reason text,
  -- The month in India (2026-11) of the credits that were used, and whether the owners were told that
  -- none is left.
  credit_month text not null default '' check (credit_month ~ '^([0-9]{4}-[0-9]{2})?$'),
  credits_used int not null default 0 check (credits_used >= 0),
  credits_told boolean not null default false,
  updated_at timestamptz not null,
  primary key (tenant_id, channel),
  check ((account is null) = (encrypted_token is null)),
  check ((stopped_at is null) = (stop_reason is null))
);
select isolate_tenant('notice_channels');
grant select, insert, update on notice_channels to samay_app;
grant select, insert, update, delete on notice_channels to samay_platform;

-- A row is a registered text of notices at a provider, in one language, as the provider last said.
create table notice_templates (
  channel text not null check (channel in ('whatsapp', 'sms')),
  name text not null,
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  state text not null check (state in ('waiting', 'approved', 'refused', 'paused')),
  -- Why the provider refused it, as it says.
  reason text,
  updated_at timestamptz not null,
  primary key (channel, name, language)
);
select keep_for_platform('notice_templates');
-- Owners read the state of the texts.
create policy everyone on notice_templates for select to samay_app using (true);
grant select on notice_templates to samay_app;
grant select, insert, update, delete on notice_templates to samay_platform;

-- A row is a notice that Samay sent about a booking by itself, or that failed. One message that lists
-- several bookings is a row for each of them.
create table notices (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  kind text not null check (kind in ('reminder', 'booked', 'moved', 'cancelled', 'late')),
  channel text not null check (channel in ('mail', 'whatsapp', 'sms')),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  -- The minutes before the start of the chosen reminder; of another kind the number of notices like it
  -- before. The start that it tells.
  lead_min int not null,
  starts_at timestamptz not null,
  -- The hash of the address: it compares addresses and reveals none.
  address_hash text not null,
  -- The effect of the outbox that sends it.
  effect_id uuid not null,
  -- Queued while a worker sends it or waits for another try. A settled one only goes forward, as its
  -- provider reports: sent, delivered, read, or failed.
  state text not null check (state in ('queued', 'sent', 'delivered', 'read', 'failed')),
  -- Why it failed, in words.
  reason text check ((state = 'failed') = (reason is not null)),
  created_at timestamptz not null,
  settled_at timestamptz check ((state = 'queued') = (settled_at is null)),
  -- The provider's id of the message, and the credits that it cost.
  provider_id text check (length(provider_id) <= 500),
  credits int not null default 0 check (credits >= 0),
  -- The business's own account that sent it; null for the installation's, and for mail.
  account text check (length(account) <= 100),
  primary key (tenant_id, id),
  unique (tenant_id, appointment_id, kind, channel, lead_min, starts_at),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index notices_latest on notices (tenant_id, created_at desc);
create index notices_of_address on notices (tenant_id, address_hash, settled_at);
create index notices_of_effect on notices (tenant_id, effect_id);
-- Finds the business that sent the latest message to a number: an answer does not name it.
create index notices_of_number on notices (address_hash, settled_at desc) where channel <> 'mail';
create index notices_of_provider on notices (tenant_id, provider_id)
  where provider_id is not null;
select isolate_tenant('notices');
-- A business takes back a queued notice that is not sent after all, and a failed one from an effect that is retried.
grant select, insert, delete, update (state, reason, settled_at, provider_id, credits, account, effect_id) on notices to samay_app;
grant select, insert, update, delete on notices to samay_platform;

-- A row is a text of reminders by SMS that a business has registered, in one language.
create table sms_texts (
  tenant_id uuid not null references tenants (id),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  -- The id of its template at MSG91, and of the text with the operators.
  template_id text not null check (template_id ~ '^[0-9a-f]{24}$'),
  dlt_id text not null check (dlt_id ~ '^[0-9]{19}$'),
  -- The registered text with its variables.
  body text not null check (length(body) between 1 and 1000),
  updated_at timestamptz not null,
  -- The ids and the text of codes, where the business has registered one.
  code_template_id text check (code_template_id ~ '^[0-9a-f]{24}$'),
  code_dlt_id text check (code_dlt_id ~ '^[0-9]{19}$'),
  code_body text check (length(code_body) between 1 and 1000),
  -- The ids and the texts of changes by their kind, as far as the business has registered them.
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  primary key (tenant_id, language),
  constraint sms_texts_code check (num_nulls(code_template_id, code_dlt_id, code_body) in (0, 3))
);
select isolate_tenant('sms_texts');
grant select, insert, update, delete on sms_texts to samay_app, samay_platform;

-- A row is an address or number of a person who wants no more notices of a business.
create table opt_outs (
  tenant_id uuid not null references tenants (id),
  -- The address in its compared form, or the digits of the number.
  address text not null,
  noted_at timestamptz not null,
  -- The words with which the person said it.
  wording text not null check (length(wording) between 1 and 200),
  primary key (tenant_id, address)
);
select isolate_tenant('opt_outs');
grant select, insert, delete on opt_outs to samay_app;
grant select, insert, delete on opt_outs to samay_platform;

-- A row is what a person wrote in answer to a notice: neither an answer that is pressed nor a STOP. It
-- stands with the booking of the latest notice to their number, and is deleted after 180 days.
create table replies (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  -- The provider's id of the message: one that is reported again is not kept again.
  provider_id text not null check (length(provider_id) between 1 and 500),
  text text not null check (length(text) between 1 and 1000),
  came_at timestamptz not null,
  -- When a person of the business noted that they have read it.
  read_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, channel, provider_id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index replies_of_appointment on replies (tenant_id, appointment_id, came_at desc);
create index replies_unread on replies (tenant_id, came_at) where read_at is null;
create index replies_age on replies (came_at);
select isolate_tenant('replies');
grant select, insert, update (read_at) on replies to samay_app;
grant select, insert, update, delete on replies to samay_platform;
