-- Keeps the ledger of erasures, and the findings of checks of stored data.

-- A row is a business or a user that was erased: an id and times, without personal data. It tells a
-- database that is restored from before an erasure to repeat it.
create table erasures (
  kind text not null check (kind in ('tenant', 'user')),
  subject_id uuid not null,
  deleted_at timestamptz not null,
  erased_at timestamptz not null,
  primary key (kind, subject_id)
);
select keep_for_platform('erasures');
grant select, insert, update on erasures to samay_platform;

-- A row is a kind of check of a business's stored data. A check reads the data in steps, each in a
-- separate transaction.
create table integrity_checks (
  tenant_id uuid not null,
  kind text not null check (kind in ('audit', 'tallies')),
  -- The position at which the running check continues; null between checks.
  cursor jsonb,
  -- The findings of the running check: their number, and the first of them in words.
  found int not null default 0,
  findings jsonb not null default '[]',
  -- The findings of the last finished check.
  finished_at timestamptz,
  last_found int not null default 0,
  last_findings jsonb not null default '[]',
  -- The value that the last check left for the comparison in the next one.
  anchor jsonb,
  primary key (tenant_id, kind)
);
create index integrity_checks_due on integrity_checks (kind, finished_at);
create index integrity_checks_found on integrity_checks (finished_at) where last_found > 0;
select isolate_tenant('integrity_checks');
grant select on integrity_checks to samay_app;
grant select, insert, update on integrity_checks to samay_platform;
