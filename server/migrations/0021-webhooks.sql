-- Where a business wants to hear of its bookings, and the secret that its receivers check our signature with.
create table webhooks (
  tenant_id uuid primary key references tenants (id),
  calendar_event_url text,
  cancel_url text,
  -- Under AES-256-GCM; shown once, when it is made.
  sealed_secret bytea not null,
  updated_at timestamptz not null
);
select isolate_tenant('webhooks');
grant select, insert, update on webhooks to samay_app;
grant select, insert, update, delete on webhooks to samay_platform;

-- Whether the people of bookings get mail of them.
create table booking_mails (
  tenant_id uuid primary key references tenants (id),
  is_on boolean not null,
  updated_at timestamptz not null
);
select isolate_tenant('booking_mails');
grant select, insert, update on booking_mails to samay_app;
grant select, insert, update, delete on booking_mails to samay_platform;

-- In which order effects were written: what is told of one booking arrives in that order.
alter table outbox add column written_at timestamptz not null default clock_timestamp();
create index outbox_before on outbox (tenant_id, subject, written_at) where delivered_at is null and given_up_at is null;

-- A business may have what was given up tried again, and nothing else of it changed.
grant update (next_at, attempts, given_up_at) on outbox to samay_app;
