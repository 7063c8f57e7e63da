-- What a business has connected outside: its Google Calendar.
create table tenant_integrations (
  tenant_id uuid not null references tenants (id),
  integration_type text not null check (integration_type = 'google_calendar'),
  is_connected boolean not null,
  -- Google took our key back by itself: the events of a day wait for another one.
  needs_reconnect boolean not null default false,
  integration_data jsonb not null default '{}',
  -- The refresh token under AES-256-GCM: a copy of the database alone opens no calendar.
  sealed_token bytea,
  updated_at timestamptz not null,
  primary key (tenant_id, integration_type),
  check (not is_connected or sealed_token is not null)
);
select isolate_tenant('tenant_integrations');
grant select, insert, update on tenant_integrations to samay_app;
grant select, insert, update, delete on tenant_integrations to samay_platform;

-- Which bookings stand in which calendar, and as which event.
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
grant select on calendar_events to samay_app;
grant select, insert, update, delete on calendar_events to samay_platform;
