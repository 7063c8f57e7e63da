-- Returns whether an amount counts as revenue: it is set, and the booking is scheduled or
-- completed.
create function is_revenue(status text, amount_paise bigint) returns boolean
language sql immutable parallel safe
return status in ('scheduled', 'completed') and amount_paise is not null;

-- Refuses a transition that the contract's `mayBecome` does not list. A completed booking returns
-- to scheduled within ten minutes, by the user who completed it; a cancelled one within ten
-- minutes, by a user of the server's policy. Runs after the row is written, like the triggers below: for a
-- trigger before it, PostgreSQL computes each generated column again.
create function refuse_illegal_transition() returns trigger
language plpgsql
as $$
begin
  if (old.status, new.status) not in (
    ('scheduled', 'completed'), ('scheduled', 'cancelled'), ('scheduled', 'no_show'),
    ('no_show', 'cancelled'), ('no_show', 'scheduled'), ('completed', 'scheduled'), ('cancelled', 'scheduled')
  ) then
    raise exception 'a booking cannot go from % to %', old.status, new.status
      using errcode = 'check_violation';
  end if;
  if old.status = 'completed' and (
    (new.status_set_by = old.status_set_by and new.status_set_at < old.status_set_at + interval '10 minutes')
    is not true
  ) then
    raise exception 'a completed booking goes back only within ten minutes, by who completed it'
      using errcode = 'check_violation';
  end if;
  if old.status = 'cancelled' and (new.status_set_at < old.status_set_at + interval '10 minutes') is not true then
    raise exception 'a cancelled booking comes back only within ten minutes' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_illegal_transition after update of status on appointments
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_transition();

-- Refuses a merge of more than one step, and one with a patient of another business: a patient that
-- others are shown with is not shown with a third.
create function refuse_merge_chain() returns trigger
language plpgsql
as $$
begin
  -- Waits for another transaction that merges or removes that patient, so that each statement after
  -- this one sees its changes.
  perform from patients where tenant_id = new.tenant_id and id = new.merged_into for no key update;
  if not found
    or exists (
      select from patients where tenant_id = new.tenant_id and id = new.merged_into and merged_into is not null)
    or exists (select from patients where tenant_id = new.tenant_id and merged_into = new.id)
  then
    raise exception 'a person is merged into another one of the business, and neither of them into a third'
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_merge_chain after insert or update of merged_into on patients
  for each row when (new.merged_into is not null) execute function refuse_merge_chain();

-- Refuses to delete a patient that others are shown with. Runs after the statement: a business is
-- erased with all of its patients in one.
create function refuse_merge_into_nobody() returns trigger
language plpgsql
as $$
begin
  if exists (select from patients where tenant_id = old.tenant_id and merged_into = old.id) then
    raise exception 'others are merged into this person' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger refuse_merge_into_nobody after delete on patients
  for each row execute function refuse_merge_into_nobody();

-- Refuses a row that takes more from a payment than is left of it, a partial void, and a row of
-- another account than the one from which it takes. The verbs lock the account first, so that two
-- of them do not take concurrently.
create function refuse_overdrawn_payment() returns trigger
language plpgsql
as $$
declare
  taken record;
  remaining bigint;
begin
  select paise, appointment_id, patient_id into taken
    from payments where tenant_id = new.tenant_id and id = new.of_id;
  select taken.paise + coalesce(sum(away.paise), 0) into remaining
    from payments as away
    where away.tenant_id = new.tenant_id and away.of_id = new.of_id
      and not exists (
        select from payments as voids
        where voids.tenant_id = new.tenant_id and voids.of_id = away.id and voids.kind = 'void');
  if taken.paise >= 0 and remaining < 0 or taken.paise < 0 and remaining > 0
    or new.kind = 'void' and new.paise <> -taken.paise
    or (new.appointment_id, new.patient_id) is distinct from (taken.appointment_id, taken.patient_id)
  then
    raise exception 'more is taken from a payment than is left of it' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_overdrawn_payment after insert on payments
  for each row when (new.of_id is not null) execute function refuse_overdrawn_payment();

-- Refuses papers that together lower or answer more than another one has, of its taxable value or of
-- its tax. Void ones do not count, nor do debit notes, which raise it. Two concurrent ones wait for
-- each other at the row of their series.
create function refuse_overlowered_paper() returns trigger
language plpgsql
as $$
begin
  if exists (select from papers as paper
    cross join lateral (select sum(taxable_paise) as taxable, sum(cgst_paise) as cgst from papers
      where tenant_id = new.tenant_id and of_id = new.of_id and kind <> 'debit_note'
        and not exists (select from payments as void where void.tenant_id = new.tenant_id
          and void.of_id = papers.payment_id and void.kind = 'void')) as lowered
    where paper.tenant_id = new.tenant_id and paper.id = new.of_id
      and (paper.taxable_paise < lowered.taxable or paper.cgst_paise < lowered.cgst))
  then
    raise exception 'papers lower more than the paper has'
      using errcode = 'check_violation', constraint = 'papers_lowered';
  end if;
  return null;
end
$$;
create trigger refuse_overlowered_paper after insert on papers
  for each row when (new.of_id is not null and new.kind <> 'debit_note') execute function refuse_overlowered_paper();

-- Refuses more rows of one account than the server looks at together (decision 0023): 200 of a
-- booking, 1,000 of a patient's advance. As many again may take away, so that no money is kept back.
create function refuse_too_many_payments() returns trigger
language plpgsql
as $$
declare
  most int := case when new.patient_id is null then 200 else 1000 end;
  found int;
begin
  if new.paise < 0 then
    most := 2 * most;
  end if;
  if new.patient_id is null then
    select count(*) into found from (
      select from payments where tenant_id = new.tenant_id and appointment_id = new.appointment_id limit most + 1
    ) as own;
  else
    select count(*) into found from (
      select from payments where tenant_id = new.tenant_id and patient_id = new.patient_id limit most + 1
    ) as own;
  end if;
  if found > most then
    raise exception 'an account has too many rows of money' using errcode = 'check_violation',
      constraint = case when new.patient_id is null then 'payments_of_booking_bounded' else 'payments_of_patient_bounded' end;
  end if;
  return null;
end
$$;
create trigger refuse_too_many_payments after insert on payments
  for each row execute function refuse_too_many_payments();

-- Refuses charges that were added or removed, a discount that was changed, or papers that were made,
-- more often than 200 times.
create function refuse_too_many_charges() returns trigger
language plpgsql
as $$
begin
  if (select count(*) from charges where tenant_id = new.tenant_id and appointment_id = new.appointment_id) > 200 then
    raise exception 'a booking has too many charges'
      using errcode = 'check_violation', constraint = 'charges_bounded';
  end if;
  return null;
end
$$;
create trigger refuse_too_many_charges after insert on charges
  for each row execute function refuse_too_many_charges();

create function refuse_too_many_discounts() returns trigger
language plpgsql
as $$
begin
  if (select count(*) from discounts where tenant_id = new.tenant_id and appointment_id = new.appointment_id) > 200 then
    raise exception 'a discount was changed too often'
      using errcode = 'check_violation', constraint = 'discounts_bounded';
  end if;
  return null;
end
$$;
create trigger refuse_too_many_discounts after insert on discounts
  for each row execute function refuse_too_many_discounts();

create function refuse_too_many_papers() returns trigger
language plpgsql
as $$
begin
  if (select count(*) from papers where tenant_id = new.tenant_id and appointment_id = new.appointment_id) > 200 then
    raise exception 'a booking has too many papers'
      using errcode = 'check_violation', constraint = 'papers_bounded';
  end if;
  return null;
end
$$;
create trigger refuse_too_many_papers after insert on papers
  for each row execute function refuse_too_many_papers();

-- Refuses money and other cash in another period of a drawer than the open one. The verbs hold the
-- drawer's row until they commit, so that a close waits for them.
create function refuse_closed_drawer() returns trigger
language plpgsql
as $$
begin
  if not exists (
    select from drawers
    where tenant_id = new.tenant_id and id = new.drawer_id and period = new.drawer_period)
  then
    raise exception 'this period of the drawer is closed' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_closed_drawer after insert on payments
  for each row when (new.drawer_id is not null) execute function refuse_closed_drawer();
create trigger refuse_closed_drawer after insert on drawer_entries
  for each row execute function refuse_closed_drawer();

-- Refuses a correction of a period that is open: its rows are voided.
create function refuse_open_correction() returns trigger
language plpgsql
as $$
begin
  if not exists (
    select from drawers
    where tenant_id = new.tenant_id and id = new.corrects_drawer_id and period > new.corrects_period)
  then
    raise exception 'this period of the drawer is open'
      using errcode = 'check_violation', constraint = 'payments_correct_closed';
  end if;
  return null;
end
$$;
create trigger refuse_open_correction after insert on payments
  for each row when (new.corrects_drawer_id is not null) execute function refuse_open_correction();

-- Finds bookings by their texts, at most `most`. `patterns` all have to match, and `pattern` is the
-- longest of them: the index takes one. `number` matches in place of them, and is null if the text
-- is no telephone number. Under row security PostgreSQL uses an index only for leakproof operators,
-- and LIKE is none of them: the search functions bypass it and name the business themselves. Each
-- statement reads one table, so that its plan is kept, on Citus too (decision 0079). Sequential and
-- plain index scans are off: for a plan without values, any pattern and the limit seem to favour
-- another index.
create function search_bookings(pattern text, patterns text[], number text, most int)
returns table (id uuid, status text, appointment_date date, appointment_time time)
language plpgsql stable security definer rows 200
set search_path = public, pg_temp
set enable_seqscan = off
set enable_indexscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  tenant uuid := current_tenant_id();
begin
  return query
    select appointments.id, appointments.status, appointments.appointment_date, appointments.appointment_time
    from appointments
    where appointments.tenant_id = tenant
      and (appointments.search_text like pattern and appointments.search_text like all (patterns)
        or appointments.search_text like number)
    limit most;
end
$$;
alter function search_bookings owner to samay_platform;
revoke execute on function search_bookings from public;
grant execute on function search_bookings to samay_app;

-- Finds patients by name, email or number.
create function search_patients(pattern text, patterns text[], number text) returns setof uuid
language plpgsql stable security definer rows 200
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  tenant uuid := current_tenant_id();
begin
  return query
    select patients.id from patients
    where patients.tenant_id = tenant
      and (patients.search_text like pattern and patients.search_text like all (patterns)
        or patients.search_text like number);
end
$$;
alter function search_patients owner to samay_platform;
revoke execute on function search_patients from public;
grant execute on function search_patients to samay_app;

-- Finds patients while a number or name is typed: those whose number begins with `digits`, then
-- those who match the patterns, at most `most` of each; if there are more, also those among the
-- `latest` patients with the latest bookings.
create function look_up_people(
  pattern text, patterns text[], digits text, most int, latest int
) returns setof uuid
language plpgsql stable security definer rows 20
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant uuid := current_tenant_id();
  found_before int := 0;
begin
  if digits is not null then
    return query select patients.id from patients
      where patients.tenant_id = tenant and patients.person_key between digits and rpad(digits, 10, '9')
        and starts_with(patients.person_key, digits)
      limit most;
    get diagnostics found_before = row_count;
  end if;
  if found_before = most then
    return;
  end if;
  -- Limits outside of the query: within it, a limit would favour another index.
  return query
    with found as materialized (
      select patients.id from patients
      where patients.tenant_id = tenant and patients.search_text like pattern
        and patients.search_text like all (patterns)
    )
    select found.id from found limit most;
  get diagnostics found_before = row_count;
  if found_before = most then
    return query
      with newest as materialized (
        select patients.id, patients.search_text from patients where patients.tenant_id = tenant
        order by patients.latest_date desc, patients.id desc limit latest
      )
      select newest.id from newest where newest.search_text like all (patterns) limit most;
  end if;
end
$$;
alter function look_up_people owner to samay_platform;
revoke execute on function look_up_people from public;
grant execute on function look_up_people to samay_app;

-- Returns whether the money of a day is locked. On a day that is over, the lock waits for the
-- transaction, and the transaction for the lock: none of the two overlooks the other.
create function is_locked(tenant uuid, day date) returns boolean
language plpgsql
as $$
declare
  until date;
begin
  if day >= (now() at time zone 'Asia/Kolkata')::date then
    select money_locked_until into until from business_profiles where tenant_id = tenant;
  else
    select money_locked_until into until from business_profiles where tenant_id = tenant for key share;
  end if;
  return coalesce(day <= until, false);
end
$$;

-- Refuses another date, status, price or discount of a booking of a locked day, another part of its
-- amount that is revenue, and a booking that is made on such a day or moved to it.
create function refuse_locked_booking() returns trigger
language plpgsql
as $$
begin
  if is_locked(new.tenant_id, new.appointment_date)
    or tg_op = 'UPDATE' and is_locked(old.tenant_id, old.appointment_date)
  then
    raise exception 'this day is locked' using errcode = 'check_violation', constraint = 'money_locked';
  end if;
  return null;
end
$$;
create trigger refuse_locked_booking after insert on appointments
  for each row execute function refuse_locked_booking();
create trigger refuse_locked_change
  after update of appointment_date, status, price_paise, charges_paise, discount_paise, revenue_paise on appointments
  for each row when (
    (old.appointment_date, old.status, old.price_paise, old.charges_paise, old.discount_paise)
      is distinct from (new.appointment_date, new.status, new.price_paise, new.charges_paise, new.discount_paise)
    or is_revenue(new.status, 0) and old.revenue_paise is distinct from new.revenue_paise)
  execute function refuse_locked_booking();

-- Refuses another cancellation fee of a locked day, and one that is moved to such a day or from it.
create function refuse_locked_fee() returns trigger
language plpgsql
as $$
begin
  if new.kept_on is not null and is_locked(new.tenant_id, new.kept_on)
    or tg_op = 'UPDATE' and old.kept_on is not null and is_locked(old.tenant_id, old.kept_on)
  then
    raise exception 'this day is locked' using errcode = 'check_violation', constraint = 'money_locked';
  end if;
  return null;
end
$$;
create trigger refuse_locked_fee after insert on appointments
  for each row when (new.kept_on is not null) execute function refuse_locked_fee();
create trigger refuse_locked_fee_change after update of kept_on, revenue_paise on appointments
  for each row when (
    (old.kept_on is not null or new.kept_on is not null)
    and (old.kept_on, old.revenue_paise) is distinct from (new.kept_on, new.revenue_paise))
  execute function refuse_locked_fee();

-- Refuses money of a booking of a locked day that would be revenue of that day, or of the locked day of a
-- cancellation fee.
create function refuse_locked_money() returns trigger
language plpgsql
as $$
begin
  if exists (select from appointments
    where tenant_id = new.tenant_id and id = new.appointment_id
      and (is_revenue(status, 0) and is_locked(tenant_id, appointment_date)
        or kept_on is not null and is_locked(tenant_id, kept_on)))
  then
    raise exception 'this day is locked' using errcode = 'check_violation', constraint = 'money_locked';
  end if;
  return null;
end
$$;
create trigger refuse_locked_money after insert on payments
  for each row when (not new.is_late and new.appointment_id is not null) execute function refuse_locked_money();
create trigger refuse_locked_money after insert on discounts
  for each row execute function refuse_locked_money();
create trigger refuse_locked_money after insert on charges
  for each row execute function refuse_locked_money();

-- Recomputes all tallies from the bookings, for rows that were written without their verbs; called
-- by an operator, as samay_platform.
create function recount_tallies() returns void
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
      tenant_id, day, scheduled, completed, cancelled, no_show, uncounted, first_days, revenue_bookings, revenue_paise)
    select tenant_id, appointment_date, count(*) filter (where status = 'scheduled'),
      count(*) filter (where status = 'completed'), count(*) filter (where status = 'cancelled'),
      count(*) filter (where status = 'no_show'), count(*) filter (where not counts_in_plan),
      count(*) filter (where not counts_in_plan and source <> 'imported'),
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
