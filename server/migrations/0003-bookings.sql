-- Plans, subscriptions and the bookings they allow. Every key begins with tenant_id and every reference between these tables
-- carries it, so that no row can point into another business and the tables can be distributed by it.

create table plans (
  id text primary key,
  name text not null,
  appointment_limit int not null check (appointment_limit >= 0),
  monthly_price_paise int not null check (monthly_price_paise >= 0)
);
alter table plans enable row level security;
alter table plans force row level security;
create policy everyone on plans for select to samay_app using (true);
create policy platform on plans to samay_platform using (true) with check (true);
grant select on plans to samay_app;
grant select, insert, update, delete on plans to samay_platform;

create table subscriptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  plan_id text not null references plans (id),
  status text not null check (status in ('active', 'ended')),
  -- The first cycle; later ones are counted from it by months.
  billing_cycle_start date not null,
  billing_cycle_end date not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (billing_cycle_end > billing_cycle_start)
);
create unique index one_active_subscription on subscriptions (tenant_id) where status = 'active';
select isolate_tenant('subscriptions');
-- Update, so that a booking may lock the row that its allowance stands on.
grant select, update (status) on subscriptions to samay_app;
grant select, insert, update, delete on subscriptions to samay_platform;

create table appointments (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  reference text not null,
  person_name text not null check (length(person_name) between 1 and 120),
  person_email text not null,
  person_contact text,
  -- Null for turf.
  doctor text,
  -- The wall clock in India, and the instant it means.
  appointment_date date not null,
  appointment_time time(0) not null,
  starts_at timestamptz not null generated always as ((appointment_date + appointment_time) at time zone 'Asia/Kolkata') stored,
  status text not null default 'scheduled' check (status in ('scheduled', 'completed', 'cancelled', 'no_show')),
  amount_paise int check (amount_paise between 0 and 1000000000),
  currency text not null default 'INR' check (currency = 'INR'),
  payment_method text,
  payment_id text,
  arrived_at timestamptz,
  prescription_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What search looks into; the line breaks keep a match within one field.
  search_text text not null generated always as (
    lower(person_name || E'\n' || coalesce(doctor, '') || E'\n' || coalesce(person_contact, '') || E'\n' || reference)
  ) stored,
  primary key (tenant_id, id),
  unique (tenant_id, reference)
);

-- The clinic's list order: latest day first, mornings before evenings.
create index appointments_list on appointments (tenant_id, appointment_date desc, appointment_time, id);
-- The turf's list order, what comes next, and every sum or count over days without touching the table.
create index appointments_days on appointments (tenant_id, appointment_date, appointment_time, id) include (status, amount_paise);
create index appointments_status on appointments (tenant_id, status, appointment_date desc, appointment_time, id);
-- Search. fastupdate is off because its pending list makes searches after a burst of writes many times slower.
create index appointments_search on appointments using gin (tenant_id, search_text gin_trgm_ops) with (fastupdate = off);

select isolate_tenant('appointments');
grant select, insert, update on appointments to samay_app;
grant select, insert, update, delete on appointments to samay_platform;

-- Under row security PostgreSQL uses an index only for operators it holds to be leakproof, and LIKE is not one of them. This
-- function looks the tenant's matches up past row security and names the tenant itself. `pattern` is a LIKE pattern in lower case.
create function search_appointments(pattern text) returns setof uuid
language plpgsql stable security definer rows 200
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant uuid := current_tenant_id();
begin
  return query
    select appointments.id from appointments where appointments.tenant_id = tenant and appointments.search_text like pattern;
end
$$;
alter function search_appointments owner to samay_platform;
revoke execute on function search_appointments from public;
grant execute on function search_appointments to samay_app;

-- The legal moves between statuses, the same table as the contract's `mayBecome`.
create function refuse_illegal_transition() returns trigger
language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('scheduled', 'completed'), ('scheduled', 'cancelled'), ('scheduled', 'no_show'), ('no_show', 'cancelled'), ('no_show', 'scheduled')
  ) then
    raise exception 'a booking cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger refuse_illegal_transition before update of status on appointments
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_transition();

create table files (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  display_name text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes int not null check (bytes > 0),
  sha256 text not null,
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments (tenant_id, id)
);
create index files_of_appointment on files (tenant_id, appointment_id);
select isolate_tenant('files');
grant select, insert, delete on files to samay_app;
grant select, insert, update, delete on files to samay_platform;

alter table appointments add constraint appointments_prescription
  foreign key (tenant_id, prescription_id) references files (tenant_id, id);
