-- Keeps a business's own account at Razorpay, by which visitors of its page pay it.
create table online_accounts (
  tenant_id uuid primary key,
  is_on boolean not null,
  key_id text not null check (key_id ~ '^rzp_(live|test)_[A-Za-z0-9]{6,40}$'),
  -- The secrets of the key and of the account's events, under AES-256-GCM.
  encrypted_key bytea not null,
  encrypted_events bytea not null,
  saved_at timestamptz not null,
  -- Since when Razorpay refuses the key.
  refused_at timestamptz
);
select isolate_tenant('online_accounts');
alter table online_accounts add foreign key (tenant_id) references tenants (id);
grant select, insert, update on online_accounts to samay_app;
grant select, insert, update, delete on online_accounts to samay_platform;
