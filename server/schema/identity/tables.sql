-- Keeps the people who sign in, their proofs of identity, and their sessions.

-- A row is a user: one person, one address.
create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- The compared form of the address: NFKC, lower case. One user has it.
  email_key text not null unique check (email_key = lower(email_key)),
  full_name text,
  -- Null until a password is set.
  password_hash text,
  created_at timestamptz not null default now(),
  -- Set: hidden, and erased after thirty days.
  deleted_at timestamptz
);
create index users_newest on users (created_at desc, id desc);
create index users_deleted on users (deleted_at) where deleted_at is not null;
-- The line break keeps a match within one of the two.
create index users_search on users
  using gin ((email_key || E'\n' || lower(coalesce(full_name, ''))) gin_trgm_ops);
select keep_for_platform('users');
-- A business reads its colleagues (policy in tenancy/functions.sql), and never a password.
grant select (id, email, full_name, created_at, deleted_at) on users to samay_app;
grant select, insert, update, delete on users to samay_platform;

-- A row is a super admin, who belongs to no business.
create table platform_admins (
  user_id uuid primary key references users (id)
);
select keep_for_platform('platform_admins');
grant select, insert, delete on platform_admins to samay_platform;

-- A row is a signed-in browser.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  -- SHA-256 of the browser's device cookie; an access token counts only together with it.
  device_hash text not null,
  -- The secret that signs this session's refresh tokens, and the number of their rotations.
  refresh_key bytea not null,
  refresh_counter int not null default 0,
  rotated_at timestamptz not null,
  remember boolean not null,
  -- `aal2` after the second factor is proven.
  assurance text not null default 'aal1' check (assurance in ('aal1', 'aal2')),
  assured_at timestamptz,
  -- Wrong codes in a row.
  wrong_codes int not null default 0,
  -- The browser's user agent, by which its user recognises it.
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_of_everybody on sessions (user_id);
select keep_for_platform('sessions');
grant select, insert, update, delete on sessions to samay_platform;

-- A row is a user's second factor, a secret for six-digit codes (RFC 6238).
create table second_factors (
  user_id uuid primary key references users (id),
  -- AES-256-GCM under the installation's encryption key: a copy of the database alone makes no
  -- codes.
  encrypted_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code has shown that the user's device has the secret; before, it counts
  -- for nothing.
  verified_at timestamptz,
  -- The 30-second step of the last accepted code: each code works once.
  last_step bigint not null default 0
);
select keep_for_platform('second_factors');
grant select, insert, update, delete on second_factors to samay_platform;

-- A row is a recovery code for a lost telephone; it works once.
create table recovery_codes (
  user_id uuid not null references users (id),
  -- HMAC-SHA-256 under the installation's encryption key.
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
select keep_for_platform('recovery_codes');
grant select, insert, update, delete on recovery_codes to samay_platform;

-- A row is a user's account at an identity provider, by the provider's own number, which never
-- changes, unlike the address. A user has one account at a provider: an address that Google gives
-- to another person does not sign them in as its former holder.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);
select keep_for_platform('identities');
grant select, insert, update, delete on identities to samay_platform;

-- A row is a started sign-in at a provider: hashes of the state that is sent and of the secret that
-- stays in the browser. A row is used once.
create table oauth_attempts (
  state_hash text primary key,
  browser_hash text not null,
  remember boolean not null,
  expires_at timestamptz not null
);
create index oauth_attempts_age on oauth_attempts (expires_at);
select keep_for_platform('oauth_attempts');
grant select, insert, update, delete on oauth_attempts to samay_platform;

-- A row is a mailed link that works once; the purpose decides its effect.
create table mailed_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  purpose text not null check (purpose in ('recovery', 'signup', 'invite')),
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  -- signup: the name of the new business; null if a payment has created it already.
  business_name text,
  -- invite: the invitation and its business.
  tenant_id uuid,
  invitation_id uuid,
  -- signup with a payment: the paid order.
  order_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_links_of_address on mailed_links (email_key, created_at);
create index mailed_links_age on mailed_links (expires_at);
select keep_for_platform('mailed_links');
grant select, insert, update, delete on mailed_links to samay_platform;
