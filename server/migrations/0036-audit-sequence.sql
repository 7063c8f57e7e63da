-- The audit chain follows a sequence instead of the clock (docs/decisions/0025-audit-chain-by-sequence.md), and stored data is checked daily.

-- Audit rows that are in no chain yet. A row is here from the commit that writes it until the commit that chains it, so neither a clock
-- nor a transaction that commits late can hide one.
create table audit_waiting (
  tenant_id uuid not null,
  audit_id uuid not null,
  sequence bigserial not null,
  primary key (tenant_id, audit_id)
);
create index audit_waiting_order on audit_waiting (sequence);
select isolate_tenant('audit_waiting');
grant select, insert on audit_waiting to samay_app;
grant usage on sequence audit_waiting_sequence_seq to samay_app, samay_platform;
grant select, insert, delete on audit_waiting to samay_platform;

create function wait_for_chain() returns trigger
language plpgsql as $$
begin
  insert into audit_waiting (tenant_id, audit_id) select tenant_id, id from added order by at, id
    on conflict (tenant_id, audit_id) do nothing;
  return null;
end
$$;
-- Also for what servers of the release before write. What those chain themselves stays here until a server of this one sees that it is chained.
create trigger wait_for_chain after insert on audit_log referencing new table as added
  for each statement execute function wait_for_chain();

-- How far the rows from before the trigger have been looked through for those that were never chained. A job does that in steps, and writes
-- the row as it begins.
create table audit_adoption (
  singleton boolean primary key default true check (singleton),
  tenant_id uuid not null,
  at timestamptz not null,
  audit_id uuid not null,
  is_done boolean not null
);
select keep_for_platform('audit_adoption');
grant select, insert, update on audit_adoption to samay_platform;

-- One row a business and kind of check. A check walks the data in steps, each in a transaction of its own, and goes on where it was.
create table integrity_checks (
  tenant_id uuid not null,
  kind text not null check (kind in ('audit', 'tallies')),
  -- Where the check that is under way goes on; null between checks.
  cursor jsonb,
  -- What the check under way has found so far: how many, and the first of them in words.
  found int not null default 0,
  findings jsonb not null default '[]',
  -- The last check that was finished, and what it found.
  finished_at timestamptz,
  last_found int not null default 0,
  last_findings jsonb not null default '[]',
  -- What the last check leaves for the next one to hold the data against.
  anchor jsonb,
  primary key (tenant_id, kind)
);
create index integrity_checks_due on integrity_checks (kind, finished_at);
create index integrity_checks_found on integrity_checks (finished_at) where last_found > 0;
select isolate_tenant('integrity_checks');
grant select on integrity_checks to samay_app;
grant select, insert, update on integrity_checks to samay_platform;
