-- Sends notices by WhatsApp and SMS, keeps what their providers report, and what it cost.

-- A row is a channel other than mail by which a business sends notices, once it chose whether.
create table notice_channels (
  tenant_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  is_on boolean not null,
  -- The business's own account at the provider and its secret under AES-256-GCM; without them its
  -- messages leave by the installation's account and cost credits.
  account text check (length(account) between 1 and 100),
  encrypted_token bytea,
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
alter table notice_channels add foreign key (tenant_id) references tenants (id);
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

alter table notices
  add column provider_id text check (length(provider_id) <= 500),
  add column credits int not null default 0 check (credits >= 0);
alter table notices drop constraint notices_channel_check;
alter table notices add constraint notices_channel_check
  check (channel in ('mail', 'whatsapp', 'sms')) not valid;
alter table notices drop constraint notices_state_check;
alter table notices add constraint notices_state_check
  check (state in ('queued', 'sent', 'delivered', 'read', 'failed')) not valid;
grant update (provider_id) on notices to samay_app;

-- Refuses a change of a settled notice, except that it goes forward: what was sent was sent.
create or replace function refuse_settled_notice() returns trigger
language plpgsql
as $$
begin
  if (old.state = 'sent' and new.state in ('delivered', 'read', 'failed'))
    or (old.state = 'delivered' and new.state = 'read') then
    return null;
  end if;
  raise exception 'a notice that is % stays as it is', old.state using errcode = 'check_violation';
end
$$;
