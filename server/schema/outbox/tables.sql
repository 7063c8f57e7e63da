-- A row is an effect outside of Samay that a committed change has caused and that is to be
-- delivered: a mail, a calendar event, a call of a webhook. A row of the kind appointment.changed
-- is an event: it holds the change of a booking, and is deleted when its effects are written.
create table outbox (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  -- The end of the lease of the worker that delivers a row; a process that dies frees it by time
  -- alone.
  lease_until timestamptz,
  -- The instant from which the effect is dropped; null: it stays worth delivering.
  expires_at timestamptz,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  -- The order of the effects of one booking.
  written_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index outbox_due on outbox (next_at) where delivered_at is null and given_up_at is null;
create index outbox_due_of_business on outbox (tenant_id, next_at) where delivered_at is null and given_up_at is null;
create index outbox_events on outbox (next_at)
  where kind = 'appointment.changed' and delivered_at is null and given_up_at is null;
create index outbox_before on outbox (tenant_id, subject, written_at)
  where delivered_at is null and given_up_at is null;
create index outbox_of_business on outbox (tenant_id, subject, written_at);
create index outbox_failed on outbox (tenant_id, kind) where delivered_at is null and last_error is not null;
select isolate_tenant('outbox');
select confine_platform('outbox');
-- A business may only retry a failed effect and replace a pending one.
grant select, insert, delete, update (next_at, attempts, given_up_at) on outbox to samay_app;
grant select, insert, update, delete on outbox to samay_platform;
