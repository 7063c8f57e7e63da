-- Keeps what was erased, and what checks of stored data have found.

-- A row is a business or a user that was erased: an id and times, and nothing that says who it was.
-- A database restored from before an erasure is told by it what to erase again.
create table erasures (
  kind text not null check (kind in ('tenant', 'user')),
  subject_id uuid not null,
  deleted_at timestamptz not null,
  erased_at timestamptz not null,
  primary key (kind, subject_id)
);
select keep_for_platform('erasures');
grant select, insert, update on erasures to samay_platform;

-- A row is a kind of check of a business's stored data. A check walks the data in steps, each in a
-- transaction of its own.
create table integrity_checks (
  tenant_id uuid not null,
  kind text not null check (kind in ('audit', 'tallies')),
  -- Where the check that is under way goes on; null between checks.
  cursor jsonb,
  -- Findings of the check under way: how many so far, and the first of them in words.
  found int not null default 0,
  findings jsonb not null default '[]',
  -- Findings of the last check that was finished.
  finished_at timestamptz,
  last_found int not null default 0,
  last_findings jsonb not null default '[]',
  -- Left by the last check for the next one, which holds the data against it.
  anchor jsonb,
  primary key (tenant_id, kind)
);
create index integrity_checks_due on integrity_checks (kind, finished_at);
create index integrity_checks_found on integrity_checks (finished_at) where last_found > 0;
select isolate_tenant('integrity_checks');
grant select on integrity_checks to samay_app;
grant select, insert, update on integrity_checks to samay_platform;
