-- Keeps resources, services, opening hours and claims (decision 0047).

-- A row is a resource: a practitioner of a clinic, a court of a turf, or a part of a court. A part
-- has no parts: its reference requires a resource that is no part.
create table resources (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('practitioner', 'court')),
  name text not null check (length(name) between 1 and 120),
  name_key text not null generated always as (fold_name(name)) stored,
  -- The court to which the part belongs.
  whole_id uuid,
  is_part boolean not null generated always as (whole_id is not null) stored,
  whole_is_part boolean generated always as (case when whole_id is not null then false end) stored,
  -- The member whose own calendar this is. A member who leaves is no practitioner any more; the
  -- resource stays with its bookings.
  member_id uuid,
  colour text not null default 'teal' check (length(colour) between 1 and 20),
  position int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The letter before a doctor's tokens, from the second doctor of the business on; the latest day on which a
  -- token of this doctor was given, and that day's last number.
  token_letter text check (token_letter ~ '^[A-Z]{1,2}$'),
  token_day date,
  token_last int check (token_last > 0),
  -- By how many minutes a doctor is late, the instant before which they begin no visit, and when that was said.
  late_min int check (late_min between 5 and 240),
  late_until timestamptz,
  late_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, id, is_part),
  foreign key (tenant_id, whole_id, whole_is_part) references resources (tenant_id, id, is_part),
  constraint resources_member foreign key (tenant_id, member_id) references memberships (tenant_id, user_id)
    on delete set null (member_id),
  constraint resources_late
    check ((late_min is null) = (late_until is null) and (late_min is null) = (late_at is null)),
  -- Only courts have parts.
  check (whole_id is null or kind = 'court')
);
-- A member has one calendar.
create unique index one_resource_a_member on resources (tenant_id, member_id)
  where member_id is not null and archived_at is null;
create index resources_of_whole on resources (tenant_id, whole_id) where whole_id is not null;
-- A letter is one doctor's.
create unique index resources_token_letter on resources (tenant_id, token_letter) where token_letter is not null;
create index resources_by_name on resources (tenant_id, name_key);
select isolate_tenant('resources');
select confine_platform('resources');
grant select, insert, update on resources to samay_app;
grant select, insert, update, delete on resources to samay_platform;
create policy guest on resources for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, id, name, whole_id, position, archived_at, created_at) on resources to samay_guest;

-- A row is a service that can be booked: how long it takes and what it costs.
create table services (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  duration_min int not null check (duration_min between 5 and 720 and duration_min % 5 = 0),
  buffer_before_min int not null default 0 check (buffer_before_min between 0 and 240),
  buffer_after_min int not null default 0 check (buffer_after_min between 0 and 240),
  -- Minutes between two starts; null for the smaller of the duration and an hour.
  grid_min int check (grid_min between 5 and 720 and grid_min % 5 = 0),
  price_paise int check (price_paise between 0 and 1000000000),
  -- Whether the prices, its own and those of its rules, are those of a visit or of an hour.
  priced_per text not null default 'visit' check (priced_per in ('visit', 'hour')),
  -- The days after a paid visit within which another one with the same resource is free.
  free_within_days int check (free_within_days between 1 and 365),
  -- Whether every resource gives it, including later ones; otherwise those of service_resources.
  by_every_resource boolean not null default true,
  position int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select isolate_tenant('services');
select confine_platform('services');
grant select, insert, update on services to samay_app;
grant select, insert, update, delete on services to samay_platform;
create policy guest on services for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, id, name, duration_min, buffer_before_min, buffer_after_min, grid_min, price_paise,
  priced_per, free_within_days, by_every_resource, position, archived_at, created_at) on services to samay_guest;

-- A row is a resource that gives a service.
create table service_resources (
  tenant_id uuid not null,
  service_id uuid not null,
  resource_id uuid not null,
  primary key (tenant_id, service_id, resource_id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id)
);
select isolate_tenant('service_resources');
grant select, insert, delete on service_resources to samay_app;
grant select, insert, update, delete on service_resources to samay_platform;
create policy guest on service_resources for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, service_id, resource_id) on service_resources to samay_guest;

-- A row is another price of a service for some resource, days or hours. The last matching rule by
-- position applies: `computePrice` of the contract (availability/services.ts).
create table price_rules (
  tenant_id uuid not null,
  service_id uuid not null,
  position int not null,
  -- Null for every resource.
  resource_id uuid,
  -- ISO: 1 is Monday. Empty for every day.
  weekdays int[] not null default '{}',
  -- The start of a visit, or each minute of a booking that is priced per hour: from included, to excluded. A range that ends before it starts passes
  -- midnight and belongs to the day on which it starts; equal ends are 24 hours. Both null are the
  -- whole day.
  from_time time(0),
  to_time time(0),
  price_paise int not null check (price_paise between 0 and 1000000000),
  primary key (tenant_id, service_id, position),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  check ((from_time is null) = (to_time is null)),
  check (weekdays <@ '{1,2,3,4,5,6,7}'::int[])
);
select isolate_tenant('price_rules');
grant select, insert, delete on price_rules to samay_app;
grant select, insert, update, delete on price_rules to samay_platform;
create policy guest on price_rules for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, service_id, position, resource_id, weekdays, from_time, to_time, price_paise) on price_rules to samay_guest;

-- A row is a time in which it is open on a weekday. One that closes before it opens passes
-- midnight, and the night belongs to its first day; equal times are the whole day.
create table weekly_hours (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  -- Null for the business. A resource with rows of its own is open by these alone.
  resource_id uuid,
  -- ISO: 1 is Monday.
  weekday int not null check (weekday between 1 and 7),
  opens time(0) not null,
  closes time(0) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id)
);
select isolate_tenant('weekly_hours');
select confine_platform('weekly_hours');
grant select, insert, delete on weekly_hours to samay_app;
grant select, insert, update, delete on weekly_hours to samay_platform;
create policy guest on weekly_hours for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, id, resource_id, weekday, opens, closes) on weekly_hours to samay_guest;

-- A row is a closure or extra hours, from an instant to an instant, of one resource or of the
-- business (null).
create table hour_exceptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('closure', 'extra_hours')),
  resource_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null check (length(reason) between 1 and 200),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  check (starts_at < ends_at)
);
create index hour_exceptions_by_end on hour_exceptions (tenant_id, ends_at);
select isolate_tenant('hour_exceptions');
grant select, insert, delete on hour_exceptions to samay_app;
grant select, insert, update, delete on hour_exceptions to samay_platform;
create policy guest on hour_exceptions for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, id, kind, resource_id, starts_at, ends_at) on hour_exceptions to samay_guest;

-- A row is a unit (a resource without parts) that is occupied for a while, buffers included, by a
-- booking or by a hold.
create table claims (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  resource_id uuid not null,
  -- Null for a hold, which has an owner and expires. Nothing makes holds yet. Its key is in
  -- bookings/tables.sql.
  appointment_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange not null generated always as (tstzrange(starts_at, ends_at)) stored,
  overbooked boolean not null default false,
  held_by uuid,
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  -- A booking lasts at most twelve hours, with four hours of buffer on either side, so that the
  -- claims of a day are read no further back.
  check (starts_at < ends_at and ends_at <= starts_at + interval '20 hours'),
  -- A claim belongs to a booking, or expires.
  check ((appointment_id is null) = (expires_at is not null) and (held_by is null) = (expires_at is null)),
  -- Two claims of a unit never overlap, unless one is an overbooking.
  constraint claims_apart
    exclude using gist (tenant_id with =, resource_id with =, during with &&) where (not overbooked)
);
-- The ends of the range as columns: a range's own operators are not leakproof, so reads under row
-- security use these.
create index claims_by_start on claims (tenant_id, starts_at) include (resource_id, ends_at, appointment_id);
create index claims_of_appointment on claims (tenant_id, appointment_id);
select isolate_tenant('claims');
grant select, insert, update, delete on claims to samay_app;
grant select, insert, update, delete on claims to samay_platform;
create policy guest on claims for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, resource_id, starts_at, ends_at, expires_at) on claims to samay_guest;
