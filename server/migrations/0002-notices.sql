-- Keeps the notices that Samay sends by itself, the choice of a business, and who wants none.

-- A row is a business's choice of the reminders that its people get by mail. A business without one
-- has the reminder of the day before.
create table notice_settings (
  tenant_id uuid primary key,
  reminders_on boolean not null,
  -- The minutes before the start at which a reminder is due; apart by more than three hours.
  lead_min int[] not null check (cardinality(lead_min) between 1 and 3 and lead_min <@ '{120,1440,2880,4320,10080}'),
  updated_at timestamptz not null
);
select isolate_tenant('notice_settings');
alter table notice_settings add foreign key (tenant_id) references tenants (id);
grant select, insert, update on notice_settings to samay_app;
grant select, insert, update, delete on notice_settings to samay_platform;

-- A row is a notice that Samay sent about a booking by itself, or that failed. One mail that lists
-- several bookings is a row for each of them.
create table notices (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  kind text not null check (kind = 'reminder'),
  channel text not null check (channel = 'mail'),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  -- The minutes before the start of the chosen reminder, and the start that it tells.
  lead_min int not null,
  starts_at timestamptz not null,
  -- The hash of the address: it compares addresses and reveals none.
  address_hash text not null,
  -- The effect of the outbox that sends it.
  effect_id uuid not null,
  -- Queued while a worker sends it or waits for another try. A settled one stays as it is.
  state text not null check (state in ('queued', 'sent', 'failed')),
  -- Why it failed, in words.
  reason text check ((state = 'failed') = (reason is not null)),
  created_at timestamptz not null,
  settled_at timestamptz check ((state = 'queued') = (settled_at is null)),
  primary key (tenant_id, id),
  unique (tenant_id, appointment_id, kind, channel, lead_min, starts_at)
);
create index notices_latest on notices (tenant_id, created_at desc);
create index notices_of_address on notices (tenant_id, address_hash, settled_at);
create index notices_of_effect on notices (tenant_id, effect_id);
select isolate_tenant('notices');
alter table notices add foreign key (tenant_id) references tenants (id);
alter table notices add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id);
grant select, insert, update (state, reason, settled_at) on notices to samay_app;
grant select, insert, update, delete on notices to samay_platform;

-- A row is an address or number of a person who wants no more notices of a business.
create table opt_outs (
  tenant_id uuid not null,
  -- The address in its compared form, or the digits of the number.
  address text not null,
  noted_at timestamptz not null,
  -- The words with which the person said it.
  wording text not null check (length(wording) between 1 and 200),
  primary key (tenant_id, address)
);
select isolate_tenant('opt_outs');
alter table opt_outs add foreign key (tenant_id) references tenants (id);
grant select, insert, delete on opt_outs to samay_app;
grant select, insert, delete on opt_outs to samay_platform;

-- Refuses a change of a settled notice: what was sent was sent.
create function refuse_settled_notice() returns trigger
language plpgsql
as $$
begin
  raise exception 'a notice that is % stays as it is', old.state using errcode = 'check_violation';
end
$$;
create trigger refuse_settled_notice after update on notices
  for each row when (old.state <> 'queued') execute function refuse_settled_notice();
