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
  unique (tenant_id, channel, provider_id)
);
create index replies_of_appointment on replies (tenant_id, appointment_id, came_at desc);
create index replies_age on replies (came_at);
select isolate_tenant('replies');
alter table replies add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id);
grant select, insert, update (read_at) on replies to samay_app;
grant select, insert, update, delete on replies to samay_platform;
