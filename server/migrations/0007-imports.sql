-- An owner brings in people and bookings from a file. Imported bookings take no place of the plan.
alter table appointments
  add column counts_in_plan boolean not null default true,
  add column gets_reminders boolean not null default true;
alter table day_tallies add column uncounted int not null default 0 check (uncounted >= 0);

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
  -- For bookings: the services and resources that the file's words name (`ImportChoices` of the contract).
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
  primary key (tenant_id, id),
  constraint imports_started check ((started_by is null) = (started_at is null)),
  constraint imports_done check (state not in ('done', 'undoing', 'undone') or done_at is not null)
);
-- A business runs or undoes one import at a time.
create unique index one_running_import on imports (tenant_id) where state in ('running', 'undoing');
create index imports_pending on imports (added_at) where state in ('checking', 'running', 'undoing');
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

-- Recomputes all tallies from the bookings, for rows that were written without their verbs; called
-- by an operator, as samay_platform.
create or replace function recount_tallies() returns void
language plpgsql as $$
begin
  lock table appointments in share row exclusive mode;
  delete from payment_tallies;
  delete from day_tallies;
  update patients set bookings = 0, completed = 0, cancelled = 0, no_shows = 0, prescriptions = 0,
    revenue_paise = 0;
  update patients
    set bookings = sums.bookings, completed = sums.completed, cancelled = sums.cancelled,
      no_shows = sums.no_shows, prescriptions = sums.prescriptions, revenue_paise = sums.revenue_paise
    from (
      select tenant_id, patient_id, count(*) as bookings,
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled,
        count(*) filter (where status = 'no_show') as no_shows, count(prescription_id) as prescriptions,
        coalesce(sum(amount_paise), 0) as revenue_paise
      from appointments group by tenant_id, patient_id
    ) as sums
    where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id;
  insert into day_tallies (
      tenant_id, day, scheduled, completed, cancelled, no_show, uncounted, revenue_bookings, revenue_paise)
    select tenant_id, appointment_date, count(*) filter (where status = 'scheduled'),
      count(*) filter (where status = 'completed'), count(*) filter (where status = 'cancelled'),
      count(*) filter (where status = 'no_show'), count(*) filter (where not counts_in_plan),
      count(*) filter (where is_revenue(status, revenue_paise)),
      coalesce(sum(revenue_paise) filter (where is_revenue(status, revenue_paise)), 0)
    from appointments group by tenant_id, appointment_date order by tenant_id, appointment_date;
  insert into payment_tallies (tenant_id, day, payment_method, bookings, paise)
    select tenant_id, appointment_date, paid.method, count(*), sum(paid.paise::bigint)
    from appointments cross join lateral jsonb_each_text(paid_by) as paid (method, paise)
    where is_revenue(status, revenue_paise) group by 1, 2, 3 order by 1, 2, 3;
  insert into day_tallies as tally (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise, fee_paise)
    select tenant_id, kept_on, 0, 0, 0, 0, 0, 0, sum(revenue_paise) from appointments
    where kept_on is not null and revenue_paise > 0 group by 1, 2 order by 1, 2
    on conflict (tenant_id, day) do update set fee_paise = excluded.fee_paise;
  insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise, fee_paise)
    select tenant_id, kept_on, paid.method, 0, 0, sum(paid.paise::bigint)
    from appointments cross join lateral jsonb_each_text(paid_by) as paid (method, paise)
    where kept_on is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, day, payment_method) do update set fee_paise = excluded.fee_paise;
  insert into day_tallies as tally
    select tenant_id, taken_on, 0, 0, 0, 0, 0, 0, sum(paise) from payments where is_late group by 1, 2 order by 1, 2
    on conflict (tenant_id, day) do update set late_paise = excluded.late_paise;
  insert into payment_tallies as tally
    select tenant_id, taken_on, coalesce(method, ''), 0, 0, sum(paise) from payments where is_late
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, day, payment_method) do update set late_paise = excluded.late_paise;
end
$$;
