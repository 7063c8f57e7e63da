-- What makes writes safe to repeat, to trace and to follow.

create table idempotency_keys (
  tenant_id uuid not null references tenants (id),
  key text not null check (length(key) between 1 and 200),
  request_hash text not null,
  status int,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
select isolate_tenant('idempotency_keys');
grant select, insert, update on idempotency_keys to samay_app;
grant select, delete on idempotency_keys to samay_platform;

-- Who did what, when. Insert-only for everyone; rows of the platform itself carry the nil tenant.
create table audit_log (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  object text not null,
  detail jsonb not null default '{}',
  request_id text not null,
  primary key (tenant_id, id)
);
create index audit_log_time on audit_log (tenant_id, at, id);
create index audit_log_unchained on audit_log (at);
select isolate_tenant('audit_log');
grant select, insert on audit_log to samay_app, samay_platform;

-- The chain over the audit rows of a business, written afterwards by a job: it shows a row that was changed or taken out.
create table audit_chain (
  tenant_id uuid not null,
  position bigint not null,
  audit_id uuid not null,
  audited_at timestamptz not null,
  hash text not null,
  primary key (tenant_id, position),
  unique (tenant_id, audit_id)
);
create index audit_chain_time on audit_chain (audited_at);
select isolate_tenant('audit_chain');
grant select on audit_chain to samay_app;
grant select, insert on audit_chain to samay_platform;

-- Effects on the outside world, written in the transaction that causes them and delivered afterwards.
create table outbox (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index outbox_due on outbox (next_at) where delivered_at is null and given_up_at is null;
select isolate_tenant('outbox');
grant select, insert on outbox to samay_app;
grant select, insert, update, delete on outbox to samay_platform;

-- Tells the servers that a row of a business changed: which, never what it says.
create function announce_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changes', concat_ws(' ', new.tenant_id, tg_table_name, new.id, lower(tg_op)));
  return null;
end
$$;
create trigger announce_change after insert or update on appointments for each row execute function announce_change();

set local role samay_platform;
insert into plans (id, name, appointment_limit, monthly_price_paise) values
  ('basic', 'Basic', 25, 0),
  ('premium', 'Premium', 250, 99900),
  ('enterprise', 'Enterprise', 2500, 299900);
reset role;

-- What this installation is. A database that holds the demo says so, and production refuses to serve it.
create table installation (
  singleton boolean primary key default true check (singleton),
  demo boolean not null default false
);
select keep_for_platform('installation');
grant select, insert, update on installation to samay_platform;
