-- A second factor beside the password: a shared secret for six-digit codes (RFC 6238), and codes on paper for the day the phone is gone.

create table second_factors (
  user_id uuid primary key references users (id),
  -- AES-256-GCM under the installation's encryption key: a copy of the database alone makes no codes.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code has shown that the person's device has the secret; it counts for nothing before.
  verified_at timestamptz,
  -- The 30-second step of the last code taken: each code works once.
  last_step bigint not null default 0
);
select keep_for_platform('second_factors');
grant select, insert, update, delete on second_factors to samay_platform;

create table recovery_codes (
  user_id uuid not null references users (id),
  -- HMAC-SHA-256 under the installation's encryption key.
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
select keep_for_platform('recovery_codes');
grant select, insert, update, delete on recovery_codes to samay_platform;

-- Where a session is used, in its browser's own words, for its person to recognise it by.
alter table sessions add column user_agent text;
-- When the second factor was last proven in this session, and how many codes in a row were wrong.
alter table sessions add column assured_at timestamptz;
alter table sessions add column wrong_codes int not null default 0;

-- The look-up of 0005 with whether the person has a second factor. The new columns change its type, so it has to be made anew.
drop function authenticate(uuid, timestamptz);
create function authenticate(session uuid, at timestamptz)
returns table (
  user_id uuid, email text, full_name text, assurance text, device_hash text, role text,
  tenant_id uuid, tenant_name text, tenant_status text, business_type text, onboarding_completed boolean,
  has_factor boolean, assured_at timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return query
    select users.id, users.email, users.full_name, sessions.assurance, sessions.device_hash,
      case when platform_admins.user_id is not null then 'SUPER_ADMIN' else memberships.role end,
      tenants.id, tenants.name, tenants.status, business_profiles.business_type, business_profiles.onboarding_completed,
      second_factors.verified_at is not null, sessions.assured_at
    from sessions
    join users on users.id = sessions.user_id and users.deleted_at is null
    left join platform_admins on platform_admins.user_id = users.id
    left join memberships on memberships.user_id = users.id and platform_admins.user_id is null
    left join tenants on tenants.id = memberships.tenant_id and tenants.deleted_at is null
    left join business_profiles on business_profiles.tenant_id = tenants.id
    left join second_factors on second_factors.user_id = users.id
    where sessions.id = session and sessions.ended_at is null and sessions.expires_at > at;
end
$$;
alter function authenticate owner to samay_platform;

-- Tells the servers that a session ended, so that what it still has open closes at once. It is announced under its own id, where its
-- streams listen.
create function announce_session_end() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changes', concat_ws(' ', new.id, tg_table_name, new.id, 'delete'));
  return null;
end
$$;
create trigger announce_session_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function announce_session_end();
