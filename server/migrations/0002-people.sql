-- People, businesses, and who belongs where. These are small and read everywhere: on a sharded database they are reference
-- tables, while every table of 0003 is distributed by its first key column, tenant_id.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- The address as it is compared: NFKC, lower case. One person, one row.
  email_key text not null unique check (email_key = lower(email_key)),
  full_name text,
  -- Null until a password is set.
  password_hash text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
select keep_for_platform('users');
grant select, insert, update, delete on users to samay_platform;

-- Super admins belong to no business.
create table platform_admins (
  user_id uuid primary key references users (id)
);
select keep_for_platform('platform_admins');
grant select, insert, delete on platform_admins to samay_platform;

create table tenants (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  status text not null default 'pending' check (status in ('active', 'pending', 'suspended')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant on tenants to samay_app using (id = (select current_tenant_id())) with check (id = (select current_tenant_id()));
create policy platform on tenants to samay_platform using (true) with check (true);
grant select on tenants to samay_app;
grant select, insert, update, delete on tenants to samay_platform;

create table memberships (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  -- A person belongs to one business at a time.
  unique (user_id)
);
select isolate_tenant('memberships');
grant select on memberships to samay_app;
grant select, insert, update, delete on memberships to samay_platform;

-- The colleagues of a business may be read by it: their names, never their passwords.
create policy colleagues on users for select to samay_app
  using (exists (select from memberships where memberships.user_id = users.id));
grant select (id, email, full_name, created_at) on users to samay_app;

create table business_profiles (
  tenant_id uuid primary key references tenants (id),
  email text not null unique,
  -- Null until the owner has chosen it in onboarding.
  business_type text check (business_type in ('doctor', 'turf')),
  business_name text,
  -- [{"start_time": "9 AM", "end_time": "1 PM"}, …]
  time_slots jsonb not null default '[]' check (jsonb_typeof(time_slots) = 'array'),
  -- {Monday, …}
  operating_days text[] not null default '{}',
  onboarding_completed boolean not null default false,
  updated_at timestamptz not null default now(),
  check (not onboarding_completed or business_type is not null)
);
select isolate_tenant('business_profiles');
grant select on business_profiles to samay_app;
grant select, insert, update, delete on business_profiles to samay_platform;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  -- SHA-256 of the browser's device cookie; an access token counts only together with it.
  device_hash text not null,
  -- The secret that signs this session's refresh tokens, and how often they were rotated.
  refresh_key bytea not null,
  refresh_counter int not null default 0,
  rotated_at timestamptz not null,
  remember boolean not null,
  assurance text not null default 'aal1' check (assurance in ('aal1', 'aal2')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
select keep_for_platform('sessions');
grant select, insert, update, delete on sessions to samay_platform;

-- What a request needs to know of its caller, in one look-up: dead sessions, removed people and erased businesses give no row.
create function authenticate(session uuid, at timestamptz)
returns table (
  user_id uuid, email text, full_name text, assurance text, device_hash text, role text,
  tenant_id uuid, tenant_name text, tenant_status text, business_type text, onboarding_completed boolean
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select users.id, users.email, users.full_name, sessions.assurance, sessions.device_hash,
    case when platform_admins.user_id is not null then 'SUPER_ADMIN' else memberships.role end,
    tenants.id, tenants.name, tenants.status, business_profiles.business_type, business_profiles.onboarding_completed
  from sessions
  join users on users.id = sessions.user_id and users.deleted_at is null
  left join platform_admins on platform_admins.user_id = users.id
  left join memberships on memberships.user_id = users.id and platform_admins.user_id is null
  left join tenants on tenants.id = memberships.tenant_id and tenants.deleted_at is null
  left join business_profiles on business_profiles.tenant_id = tenants.id
  where sessions.id = session and sessions.ended_at is null and sessions.expires_at > at
$$;
alter function authenticate owner to samay_platform;
