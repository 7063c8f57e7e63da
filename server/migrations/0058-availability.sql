-- What a booking occupies and when that is open (docs/decisions/0047-time.md): resources with their parts, services with their price rules, weekly
-- hours, closures and extra hours, and claims. No trigger of these tables touches another one: what a change means for others the verb writes.

-- Shorter in total than PostgreSQL's deadlock_timeout: where a request writes a table that is referred to, this gives up its wait and not the request.
set local lock_timeout = '100ms';

-- Equality of tenant and resource beside the overlap of ranges, in one constraint. In PGlite it comes with the engine.
create extension if not exists btree_gist;

create table resources (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('practitioner', 'court')),
  name text not null check (length(name) between 1 and 120),
  -- As people's names are compared: without case, spaces and 'Dr.'.
  name_key text not null generated always as (fold_name(name)) stored,
  -- The court that this is a part of. A part has no parts: the reference asks for a row that is none.
  whole_id uuid,
  is_part boolean not null generated always as (whole_id is not null) stored,
  whole_is_part boolean generated always as (case when whole_id is not null then false end) stored,
  -- The member whose own calendar this is: a doctor who signs in.
  member_id uuid,
  colour text not null default 'teal' check (length(colour) between 1 and 20),
  position int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, id, is_part),
  foreign key (tenant_id, whole_id, whole_is_part) references resources (tenant_id, id, is_part),
  check (whole_id is null or kind = 'court')
);
create unique index one_resource_a_member on resources (tenant_id, member_id) where member_id is not null and archived_at is null;
create index resources_of_whole on resources (tenant_id, whole_id) where whole_id is not null;
create index resources_by_name on resources (tenant_id, name_key);
select isolate_tenant('resources');
grant select, insert, update on resources to samay_app;
grant select, insert, update, delete on resources to samay_platform;

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
  -- Whether every resource gives it, also later ones; otherwise those of service_resources.
  by_every_resource boolean not null default true,
  position int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select isolate_tenant('services');
grant select, insert, update on services to samay_app;
grant select, insert, update, delete on services to samay_platform;

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

-- The price of a service where a rule matches; the last that matches, by position, wins.
create table price_rules (
  tenant_id uuid not null,
  service_id uuid not null,
  position int not null,
  -- Null for every resource.
  resource_id uuid,
  -- ISO: 1 is Monday. Empty for every day.
  weekdays int[] not null default '{}',
  -- Of the booking's start, from included, to excluded; a range that ends before it starts passes midnight. Both null for the whole day.
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

-- When it is open, by weekday. A row that closes before it opens passes midnight; equal times are the whole day. A night belongs to its first day.
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
grant select, insert, delete on weekly_hours to samay_app;
grant select, insert, update, delete on weekly_hours to samay_platform;

-- From an instant to an instant, of one resource or of the business (null).
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

-- One unit (a resource without parts) is occupied for a while, buffers included. Two of a unit never overlap, unless one is an overbooking.
create table claims (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  resource_id uuid not null,
  -- Null for a hold, which ends by itself.
  appointment_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange not null generated always as (tstzrange(starts_at, ends_at)) stored,
  overbooked boolean not null default false,
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id),
  -- At the commit, so that one statement may claim before it writes the booking.
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id) deferrable initially deferred,
  -- A booking lasts at most twelve hours, with four hours of buffer on either side: who looks for what reaches into a day need not look further back.
  check (starts_at < ends_at and ends_at <= starts_at + interval '20 hours'),
  check ((appointment_id is null) = (expires_at is not null)),
  constraint claims_apart exclude using gist (tenant_id with =, resource_id with =, during with &&) where (not overbooked)
);
-- The claims of a business's days; a range's own operators are not leakproof, so that reads under row security go by these columns.
create index claims_by_start on claims (tenant_id, starts_at) include (resource_id, ends_at, appointment_id);
create index claims_of_appointment on claims (tenant_id, appointment_id);
select isolate_tenant('claims');
grant select, insert, update, delete on claims to samay_app;
grant select, insert, update, delete on claims to samay_platform;

-- What begin_times (0064) gives a new business is written by a platform transaction that is confined to it (0046).
create policy confined on resources as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined on services as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined on weekly_hours as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
