-- Keeps the data of all modules: keys, limits, change stamps and replies.

-- A row is an installation, and there is one. Production refuses to serve a database of the demo.
create table installation (
  singleton boolean primary key default true check (singleton),
  demo boolean not null default false,
  -- Encrypted under the first key: a server with other keys is refused (decision 0064).
  encrypted_check bytea
);
select keep_for_platform('installation');
grant select, insert, update on installation to samay_platform;

-- A row is the last success of a task of the whole installation: a backup, a restore drill, a
-- scheduled job. The detail names sizes and durations, never a person or a business.
create table platform_marks (
  name text primary key,
  at timestamptz not null,
  detail jsonb not null default '{}'
);
select keep_for_platform('platform_marks');
grant select, insert, update, delete on platform_marks to samay_platform;

-- A row is the number of tries within a window that a limit counts to protect money or people:
-- sign-ins, codes, links, invitations, payments. All servers count together. Columns and their
-- order are those of rate-limiter-flexible's store; the key is a hash.
create table rate_limits (
  key text primary key,
  points int not null,
  -- Milliseconds since 1970, by the clock of the server that began the window.
  expire bigint not null
);
create index rate_limits_expiry on rate_limits (expire);
select keep_for_platform('rate_limits');
grant select, insert, update, delete on rate_limits to samay_platform;

-- A row is a business's change stamp (decision 0036): every transaction that changes the data of a
-- business's screens raises it with its commit; a sequence would take its number before the commit.
-- The nil tenant's stamp counts for all businesses, so tenant_id refers to no table. The fill
-- factor leaves room for the next version of a row on its own page.
create table change_stamps (
  tenant_id uuid primary key,
  stamp bigint not null,
  -- The number of the last reference of a booking, written under the lock of the business's
  -- subscription.
  last_reference bigint
) with (fillfactor = 50);
select isolate_tenant('change_stamps');
grant select, insert, update on change_stamps to samay_app;
grant select, insert, update, delete on change_stamps to samay_platform;

-- A row is the reply to a request that may be repeated: one key, one effect.
create table idempotency_keys (
  tenant_id uuid not null references tenants (id),
  key text not null check (length(key) between 1 and 200),
  request_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
select isolate_tenant('idempotency_keys');
grant select, insert, update on idempotency_keys to samay_app;
grant select, delete on idempotency_keys to samay_platform;
