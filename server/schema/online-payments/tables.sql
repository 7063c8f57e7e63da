-- Keeps the accounts by which visitors of the public page pay a business.

-- A row is a business's own account at Razorpay.
create table online_accounts (
  tenant_id uuid primary key references tenants (id),
  is_on boolean not null,
  key_id text not null check (key_id ~ '^rzp_(live|test)_[A-Za-z0-9]{6,40}$'),
  -- The secrets of the key and of the account's events, under AES-256-GCM.
  encrypted_key bytea not null,
  encrypted_events bytea not null,
  saved_at timestamptz not null,
  -- Since when Razorpay refuses the key.
  refused_at timestamptz,
  -- The keys that the latest change replaced: orders that were made with them are settled with them for a day.
  previous_key_id text check (previous_key_id ~ '^rzp_(live|test)_[A-Za-z0-9]{6,40}$'),
  previous_encrypted_key bytea,
  previous_encrypted_events bytea,
  replaced_at timestamptz,
  constraint online_accounts_previous check
    (num_nulls(previous_key_id, previous_encrypted_key, previous_encrypted_events, replaced_at) in (0, 4))
);
select isolate_tenant('online_accounts');
grant select, insert, update on online_accounts to samay_app;
grant select, insert, update, delete on online_accounts to samay_platform;
