-- Keeps the audit log, a chain of hashes that shows whether a row was changed or removed, and the
-- reasons of super admins for reading a business's data.

-- A row is one act: actor, action, object and time. Rows are added and read, and no role may change
-- or delete one. The nil tenant has the platform's own acts.
create table audit_log (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  object text not null,
  detail jsonb not null default '{}',
  request_id text not null,
  -- The first word of the action: `appointment` of `appointment.cancelled`.
  noun text not null generated always as (split_part(action, '.', 1)) stored,
  primary key (tenant_id, id)
);
create index audit_log_time on audit_log (tenant_id, at, id);
create index audit_log_unchained on audit_log (at);
create index audit_log_noun on audit_log (tenant_id, noun, at, id);
create index audit_log_actor on audit_log (tenant_id, actor_id, at, id);
select isolate_tenant('audit_log');
select confine_platform('audit_log');
grant select, insert on audit_log to samay_app, samay_platform;

-- A row is an act that is in no chain yet: it is here from the commit that writes the act until the
-- commit that chains it, so that neither a clock nor a late commit can hide one (decision 0025).
create table audit_waiting (
  tenant_id uuid not null,
  audit_id uuid not null,
  sequence bigserial not null,
  primary key (tenant_id, audit_id)
);
create index audit_waiting_order on audit_waiting (sequence);
select isolate_tenant('audit_waiting');
select confine_platform('audit_waiting');
grant select, insert on audit_waiting to samay_app;
grant usage on sequence audit_waiting_sequence_seq to samay_app, samay_platform;
grant select, insert, delete on audit_waiting to samay_platform;

-- A row is a link of a business's chain: the hash of one act and of the link before it. A position
-- and an act occur once.
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

-- A row is a super admin's reason for reading a business's data: required first, kept with the
-- session for a short time, and written into the business's log at every access.
create table support_access_reasons (
  session_id uuid not null references sessions (id) on delete cascade,
  tenant_id uuid not null references tenants (id),
  reason text not null check (length(reason) between 1 and 200),
  expires_at timestamptz not null,
  primary key (session_id, tenant_id)
);
select keep_for_platform('support_access_reasons');
grant select, insert, update, delete on support_access_reasons to samay_platform;
