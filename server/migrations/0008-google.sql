-- Who a person is at an identity provider: its own number for them, which outlives every address they ever had there.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject),
  -- An address that Google hands to somebody else opens nothing of its former holder.
  unique (user_id, issuer)
);
select keep_for_platform('identities');
grant select, insert, update, delete on identities to samay_platform;

-- Sign-ins under way at a provider: hashes of the state that travels and of the secret that stays in the browser. A row is taken once.
create table oauth_attempts (
  state_hash text primary key,
  browser_hash text not null,
  remember boolean not null,
  expires_at timestamptz not null
);
create index oauth_attempts_age on oauth_attempts (expires_at);
select keep_for_platform('oauth_attempts');
grant select, insert, update, delete on oauth_attempts to samay_platform;
