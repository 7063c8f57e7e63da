-- Keeps the files with people or bookings that owners bring in, row by row, until their undo is over.

-- A row is an import: one file of people or of bookings. It is read, checked against the business (the
-- dry run), and then run, which may be undone for seven days.
create table imports (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('people', 'bookings')),
  -- The name of the file as it was chosen, and the heads of its columns.
  file_name text not null check (length(file_name) between 1 and 200),
  heads jsonb not null check (jsonb_typeof(heads) = 'array'),
  added_by uuid not null,
  added_at timestamptz not null,
  -- `reading` until all rows are stored, `checking` until each of them has its outcome. A `ready` one waits
  -- for an owner, who starts it; a `done` one may be undone.
  state text not null default 'reading'
    check (state in ('reading', 'checking', 'ready', 'running', 'done', 'undoing', 'undone', 'failed')),
  -- Why it failed, in words.
  failure text check ((state = 'failed') = (failure is not null)),
  -- For bookings: the services and resources that the file's words name, by kind and folded word (`WordUse` of
  -- the contract). The next file begins with them.
  choices jsonb,
  -- The rows of the file, and the line up to which the state has handled them.
  total int not null default 0 check (total >= 0),
  line int not null default 0 check (line >= 0),
  -- The rows that the state has handled, and the rows by outcome once they are known.
  handled int not null default 0 check (handled >= 0),
  counts jsonb,
  -- The tries that began, and the end of the lease of the server that works on it: one that is lost frees it
  -- by time alone, and the next continues after the last line.
  attempts int not null default 0 check (attempts >= 0),
  lease_until timestamptz,
  started_by uuid,
  started_at timestamptz,
  -- When all rows were in; the undo is possible for seven days from then on.
  done_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  -- The uses of the columns (`writeUses` of the contract), which the next file with the same heads gets.
  columns text check (length(columns) <= 4000),
  -- For bookings: the most frequent words for services and resources, once the rows were checked; deleted with
  -- the rows.
  words jsonb,
  -- Whether people are reminded of the bookings to come that it brings in.
  gets_reminders boolean not null default false,
  primary key (tenant_id, id),
  constraint imports_started check ((started_by is null) = (started_at is null)),
  constraint imports_done check (state not in ('done', 'undoing', 'undone') or done_at is not null)
);
-- A business runs or undoes one import at a time.
create unique index one_running_import on imports (tenant_id) where state in ('running', 'undoing');
create index imports_pending on imports (added_at) where state in ('checking', 'running', 'undoing');
create index imports_reading on imports (added_at) where state = 'reading';
create index imports_newest on imports (tenant_id, added_at desc);
select isolate_tenant('imports');
alter table imports add foreign key (tenant_id) references tenants (id);
grant select, insert, update, delete on imports to samay_app;
grant select, insert, update, delete on imports to samay_platform;

-- A row is a row of an imported file, with the person or the booking that it became. It is deleted once its
-- import can no longer be undone.
create table import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  -- The line of the file, counted from 1.
  line int not null check (line > 0),
  -- The texts of its cells, as they are shown, and what was read from them: an `ImportedPerson` or an
  -- `ImportedBooking` of the contract, or null where a cell could not be read.
  cells jsonb not null,
  content jsonb,
  -- Why it is refused: a list of `RowProblem` of the contract.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  -- The identity of its person, as `patients` has it: person_key and fold_name.
  person_key text,
  folded_name text,
  outcome text check (outcome in ('new', 'same', 'household', 'changed', 'refused')),
  -- The ids that a person and a booking get where this row adds them.
  new_id uuid not null,
  -- The person and the booking that it became or was found to be. No foreign keys: it outlives them.
  patient_id uuid,
  appointment_id uuid,
  -- For bookings: what the choices name.
  service_id uuid,
  resource_id uuid,
  -- The columns of a known person that it filled.
  filled text[] not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'done', 'undone', 'stayed')),
  -- Why its person or booking stayed when the import was undone.
  stayed_because text check ((state = 'stayed') = (stayed_because is not null)),
  primary key (tenant_id, import_id, line)
);
-- Begins with the person, so that lines are found by the primary key also where nothing is known of the table.
create index import_rows_person on import_rows (tenant_id, person_key, import_id, line);
select isolate_tenant('import_rows');
alter table import_rows add foreign key (tenant_id, import_id) references imports (tenant_id, id);
grant select, insert, update, delete on import_rows to samay_app;
grant select, insert, update, delete on import_rows to samay_platform;
