-- Says whether an amount counts as revenue: it is set, and the booking is scheduled or completed.
create function is_revenue(status text, amount_paise bigint) returns boolean
language sql immutable parallel safe
return status in ('scheduled', 'completed') and amount_paise is not null;

-- Refuses a transition that the contract's `mayBecome` does not list. A completed booking goes back
-- to scheduled within ten minutes, by the user who completed it.
create function refuse_illegal_transition() returns trigger
language plpgsql
as $$
begin
  if (old.status, new.status) not in (
    ('scheduled', 'completed'), ('scheduled', 'cancelled'), ('scheduled', 'no_show'),
    ('no_show', 'cancelled'), ('no_show', 'scheduled'), ('completed', 'scheduled')
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
  return new;
end
$$;
create trigger refuse_illegal_transition before update of status on appointments
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_transition();

-- Refuses a merge of more than one step: nobody is shown with a patient who is shown with a third,
-- nor with one of another business.
create function refuse_merge_chain() returns trigger
language plpgsql
as $$
begin
  -- Another transaction that merges or removes that patient waits here or was waited for, so that
  -- each statement after this one sees it.
  perform from patients where tenant_id = new.tenant_id and id = new.merged_into for no key update;
  if not found
    or exists (
      select from patients where tenant_id = new.tenant_id and id = new.merged_into and merged_into is not null)
    or exists (select from patients where tenant_id = new.tenant_id and merged_into = new.id)
  then
    raise exception 'a person is merged into another one of the business, and neither of them into a third'
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger refuse_merge_chain before insert or update of merged_into on patients
  for each row when (new.merged_into is not null) execute function refuse_merge_chain();

-- Refuses to delete a patient with whom others are shown. After the statement: a business is erased
-- with all of its patients at once.
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

-- Finds bookings by what is written in them, at most `most`. `patterns` all have to match, and
-- `pattern` is the longest of them: the index takes one. `number` matches in place of them, and is
-- null where the text is no telephone number. Under row security PostgreSQL uses an index only for
-- operators that it holds to be leakproof, and LIKE is none of them: the search functions read past
-- it and name the business themselves. Each statement is of one table, so that its plan is kept, on
-- Citus too (decision 0079). Sequential and plain index scans are off: a plan without values takes
-- any pattern, and the limit, for a reason to walk along another index.
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
-- those who match the patterns, of each at most `most`; where there are more, also those among the
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
  -- Within the query, a limit would be a reason to walk along another index.
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

-- Counts a booking that comes to a day (sign 1) or leaves it (-1). Whoever changes several tallies
-- does it in one order, so that no two wait for each other: patients by their ids, days, payments.
create function tally_day(tenant uuid, on_day date, sign int, state text, paise int) returns void
language plpgsql
as $$
declare
  earns boolean := is_revenue(state, paise);
begin
  if sign > 0 then
    insert into day_tallies as tally
        (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
      values (tenant, on_day, (state = 'scheduled')::int, (state = 'completed')::int,
        (state = 'cancelled')::int, (state = 'no_show')::int, earns::int,
        case when earns then paise else 0 end)
      on conflict (tenant_id, day) do update set
        scheduled = tally.scheduled + excluded.scheduled, completed = tally.completed + excluded.completed,
        cancelled = tally.cancelled + excluded.cancelled, no_show = tally.no_show + excluded.no_show,
        revenue_bookings = tally.revenue_bookings + excluded.revenue_bookings,
        revenue_paise = tally.revenue_paise + excluded.revenue_paise;
  else
    update day_tallies set scheduled = scheduled - (state = 'scheduled')::int,
        completed = completed - (state = 'completed')::int,
        cancelled = cancelled - (state = 'cancelled')::int, no_show = no_show - (state = 'no_show')::int,
        revenue_bookings = revenue_bookings - earns::int,
        revenue_paise = revenue_paise - case when earns then paise else 0 end
      where tenant_id = tenant and day = on_day;
    if not found then
      raise exception 'the tally of % lacks a booking that leaves it', on_day
        using errcode = 'check_violation';
    end if;
  end if;
end
$$;

-- Counts a payment that comes to a day or leaves it, by the text of its method.
create function tally_payment(tenant uuid, on_day date, method text, sign int, amount int) returns void
language plpgsql
as $$
begin
  if sign > 0 then
    insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise)
      values (tenant, on_day, method, 1, amount)
      on conflict (tenant_id, day, payment_method) do update set
        bookings = tally.bookings + 1, paise = tally.paise + excluded.paise;
  else
    update payment_tallies set bookings = bookings - 1, paise = paise - amount
      where tenant_id = tenant and day = on_day and payment_method = method;
    if not found then
      raise exception 'the tally of the payments of % lacks one that leaves it', on_day
        using errcode = 'check_violation';
    end if;
  end if;
end
$$;

-- Counts a booking that comes to a patient or leaves one. A patient who has just been removed with
-- the last booking needs no count.
create function tally_person(
  tenant uuid, person uuid, sign int, state text, paise int, prescribed boolean
) returns void
language plpgsql
as $$
begin
  update patients set bookings = bookings + sign, completed = completed + sign * (state = 'completed')::int,
      cancelled = cancelled + sign * (state = 'cancelled')::int,
      no_shows = no_shows + sign * (state = 'no_show')::int,
      prescriptions = prescriptions + sign * prescribed::int,
      revenue_paise = revenue_paise + case when is_revenue(state, paise) then sign * paise else 0 end
    where tenant_id = tenant and id = person;
end
$$;

-- Finds or adds the patient whom an inserted booking names, counts the booking in all tallies, and
-- returns the patient. In one function: each call would cost an executor of its own (decision
-- 0081).
create function keep_added(
  tenant uuid, called text, given_email text, given_contact text, on_day date, state text, paise int,
  method text, prescribed boolean
) returns uuid
language plpgsql
as $$
declare
  key text := person_key(given_email, given_contact);
  folded text := fold_name(called);
  earns boolean := is_revenue(state, paise);
  earned int := case when earns then paise end;
  person uuid;
begin
  loop
    -- A patient who is renamed meanwhile is locked and not found. The block gives them back: a
    -- transaction that renames another may wait for them, and is waited for below.
    begin
      update patients set name = called, email = coalesce(nullif(given_email, ''), email),
          contact = coalesce(given_contact, contact), latest_date = greatest(latest_date, on_day),
          bookings = bookings + 1, completed = completed + (state = 'completed')::int,
          cancelled = cancelled + (state = 'cancelled')::int, no_shows = no_shows + (state = 'no_show')::int,
          prescriptions = prescriptions + prescribed::int, revenue_paise = revenue_paise + coalesce(earned, 0)
        where tenant_id = tenant and person_key = key and fold_name(name) = folded
        returning id into strict person;
      exit;
    exception when no_data_found then
      person := null;
    end;
    -- Another transaction that adds the same patient is waited for, and then the patient is found.
    -- No target: a shard does not know an index over an expression by it.
    insert into patients (
        tenant_id, id, person_key, name, email, contact, latest_date, bookings, completed, cancelled,
        no_shows, prescriptions, revenue_paise)
      values (tenant, gen_random_uuid(), key, called, coalesce(given_email, ''), given_contact, on_day, 1,
        (state = 'completed')::int, (state = 'cancelled')::int, (state = 'no_show')::int, prescribed::int,
        coalesce(earned, 0))
      on conflict do nothing
      returning id into person;
    exit when found;
  end loop;
  insert into day_tallies as tally
      (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
    values (tenant, on_day, (state = 'scheduled')::int, (state = 'completed')::int,
      (state = 'cancelled')::int, (state = 'no_show')::int, earns::int, coalesce(earned, 0))
    on conflict (tenant_id, day) do update set
      scheduled = tally.scheduled + excluded.scheduled, completed = tally.completed + excluded.completed,
      cancelled = tally.cancelled + excluded.cancelled, no_show = tally.no_show + excluded.no_show,
      revenue_bookings = tally.revenue_bookings + excluded.revenue_bookings,
      revenue_paise = tally.revenue_paise + excluded.revenue_paise;
  if earns then
    insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise)
      values (tenant, on_day, coalesce(method, ''), 1, earned)
      on conflict (tenant_id, day, payment_method) do update set
        bookings = tally.bookings + 1, paise = tally.paise + excluded.paise;
  end if;
  return person;
end
$$;

-- Inserts a booking with its patient and tallies, unless it is not allowed. Returns the columns
-- that are not known before. From values, for the same reason as insert_audit_row.
create function insert_appointment(tenant uuid, booking jsonb, resource uuid, price int, allowed boolean)
returns table (id uuid, patient_id uuid, status_set_at timestamptz, status_set_by uuid)
language plpgsql
as $$
declare
  given appointments := jsonb_populate_record(null::appointments, booking);
begin
  if allowed is not true then
    return;
  end if;
  return query insert into appointments (
      tenant_id, id, reference, person_name, person_email, person_contact, doctor, appointment_date,
      appointment_time, amount_paise, payment_method, payment_id, service_id, service_name, duration_min,
      buffer_before_min, buffer_after_min, overbooked_reason, series_id, walk_in, arrived_at, created_by,
      created_at, updated_at, resource_id, price_paise, patient_id)
    values (tenant, given.id, given.reference, given.person_name, given.person_email, given.person_contact,
      given.doctor, given.appointment_date, given.appointment_time, given.amount_paise, given.payment_method,
      given.payment_id, given.service_id, given.service_name, given.duration_min, given.buffer_before_min,
      given.buffer_after_min, given.overbooked_reason, given.series_id, given.walk_in, given.arrived_at,
      given.created_by, given.created_at, given.updated_at, resource, price,
      keep_added(tenant, given.person_name, given.person_email, given.person_contact, given.appointment_date,
        'scheduled', given.amount_paise, given.payment_method, false))
    returning appointments.id, appointments.patient_id, appointments.status_set_at,
      appointments.status_set_by;
end
$$;

-- Returns the patient whom a booking names once its name, email or contact has changed, and adds
-- one where there is none; called before the booking is written.
create function find_person(
  tenant uuid, held uuid, called text, given_email text, given_contact text, on_day date
) returns uuid
language plpgsql
as $$
declare
  key text := person_key(given_email, given_contact);
  folded text := fold_name(called);
  person uuid;
begin
  if exists (
    select from patients
    where tenant_id = tenant and id = held and person_key = key and fold_name(name) = folded
  ) then
    return held;
  end if;
  loop
    -- Somebody who is added by several at once is waited for before anybody is locked.
    insert into patients (tenant_id, id, person_key, name, email, contact, latest_date)
      values (tenant, gen_random_uuid(), key, called, coalesce(given_email, ''), given_contact, on_day)
      on conflict do nothing;
    -- Both patients, in the order in which follow_person takes them: two bookings that change
    -- places do not wait for each other.
    perform from patients
      where tenant_id = tenant and (id = held or person_key = key and fold_name(name) = folded)
      order by id for update;
    update patients set name = called, email = coalesce(nullif(given_email, ''), email),
        contact = coalesce(given_contact, contact), latest_date = greatest(latest_date, on_day)
      where tenant_id = tenant and person_key = key and fold_name(name) = folded
      returning id into person;
    -- Removed with their last booking before they were locked: added again.
    exit when found;
  end loop;
  return person;
end
$$;

-- Brings a patient up to date once one of their bookings was written: name, email and contact are
-- those of the newest booking, latest_date is that of the latest. A patient without bookings is
-- removed. The caller has locked the patient.
create function follow_person(tenant uuid, person uuid) returns void
language plpgsql
as $$
declare
  latest date;
  survivor uuid;
begin
  select max(appointment_date) into latest from appointments
    where tenant_id = tenant and patient_id = person;
  if latest is null then
    delete from patients where tenant_id = tenant and id = person
      and not exists (
        select from patients as merged where merged.tenant_id = tenant and merged.merged_into = person)
      returning merged_into into survivor;
    if not found then
      -- Behind all others: those who are merged into this one say when the latest booking is.
      update patients set latest_date = '0001-01-01' where tenant_id = tenant and id = person;
    elsif survivor is not null then
      -- A locked patient is about to get a booking or a merge. To wait here could be a deadlock.
      perform from patients where tenant_id = tenant and id = survivor for update skip locked;
      if found then
        delete from patients where tenant_id = tenant and id = survivor
          and not exists (select from appointments where tenant_id = tenant and patient_id = survivor)
          and not exists (
            select from patients as merged where merged.tenant_id = tenant and merged.merged_into = survivor);
      end if;
    end if;
    return;
  end if;
  update patients set latest_date = latest where tenant_id = tenant and id = person and latest_date <> latest;
  update patients set name = newest.person_name, email = newest.known_email,
      contact = coalesce(newest.person_contact, patients.contact)
  from (
    select person_name, person_contact, coalesce(first_value(person_email) over (
        order by person_email is null, created_at desc, reference desc), '') as known_email
    from appointments
    where tenant_id = tenant and patient_id = person
      and fold_name(person_name) = (
        select fold_name(name) from patients where tenant_id = tenant and id = person)
    order by created_at desc, reference desc limit 1
  ) as newest
  where tenant_id = tenant and id = person
    and (name, email, contact) is distinct from
      (newest.person_name, newest.known_email, coalesce(newest.person_contact, patients.contact));
end
$$;

-- Brings patients and tallies up to date once a booking was updated, from what it was before.
create function keep_changed(
  tenant uuid, booking uuid, was_person uuid, was_called text, was_email text, was_contact text,
  was_day date, was_state text, was_paise int, was_method text, was_prescribed boolean
) returns void
language plpgsql
as $$
declare
  latter record;
  person uuid;
  was_earned int := case when is_revenue(was_state, was_paise) then was_paise end;
  earned int;
begin
  select patient_id, person_name, person_email, person_contact, appointment_date as day, status,
      amount_paise as paise, coalesce(payment_method, '') as method, prescription_id is not null as prescribed
    into strict latter from appointments where tenant_id = tenant and id = booking;
  was_method := coalesce(was_method, '');
  earned := case when is_revenue(latter.status, latter.paise) then latter.paise end;

  if (was_person, was_called, was_email, was_contact, was_day)
    is distinct from
      (latter.patient_id, latter.person_name, latter.person_email, latter.person_contact, latter.day)
  then
    for person in select distinct unnest(array[was_person, latter.patient_id]) order by 1 loop
      -- Each statement after this one sees what was committed while it waited.
      perform from patients where tenant_id = tenant and id = person for update;
      -- A booking that says what its patient says already is not compared with all the others.
      continue when was_person = latter.patient_id and was_day = latter.day and exists (
        select from patients where tenant_id = tenant and id = person and name = latter.person_name
          and (email = coalesce(latter.person_email, '') or was_email is null and latter.person_email is null)
          and (latter.person_contact is null or contact = latter.person_contact));
      perform follow_person(tenant, person);
    end loop;
  end if;

  if (was_person, was_day, was_state, was_earned, was_method, was_prescribed)
    is not distinct from
      (latter.patient_id, latter.day, latter.status, earned, latter.method, latter.prescribed)
  then
    return;
  end if;
  if was_person is distinct from latter.patient_id then
    perform tally_person(tenant, was_person, -1, was_state, was_paise, was_prescribed);
    perform tally_person(tenant, latter.patient_id, 1, latter.status, latter.paise, latter.prescribed);
  elsif (was_state, was_earned, was_prescribed)
    is distinct from (latter.status, earned, latter.prescribed)
  then
    update patients
      set completed = completed + (latter.status = 'completed')::int - (was_state = 'completed')::int,
        cancelled = cancelled + (latter.status = 'cancelled')::int - (was_state = 'cancelled')::int,
        no_shows = no_shows + (latter.status = 'no_show')::int - (was_state = 'no_show')::int,
        prescriptions = prescriptions + latter.prescribed::int - was_prescribed::int,
        revenue_paise = revenue_paise + coalesce(earned, 0) - coalesce(was_earned, 0)
      where tenant_id = tenant and id = was_person;
  end if;
  if was_day <> latter.day then
    for place in 1..2 loop
      if (place = 1) = (was_day < latter.day) then
        perform tally_day(tenant, was_day, -1, was_state, was_paise);
      else
        perform tally_day(tenant, latter.day, 1, latter.status, latter.paise);
      end if;
    end loop;
  elsif (was_state, was_earned) is distinct from (latter.status, earned) then
    update day_tallies
      set scheduled = scheduled + (latter.status = 'scheduled')::int - (was_state = 'scheduled')::int,
        completed = completed + (latter.status = 'completed')::int - (was_state = 'completed')::int,
        cancelled = cancelled + (latter.status = 'cancelled')::int - (was_state = 'cancelled')::int,
        no_show = no_show + (latter.status = 'no_show')::int - (was_state = 'no_show')::int,
        revenue_bookings = revenue_bookings + (earned is not null)::int - (was_earned is not null)::int,
        revenue_paise = revenue_paise + coalesce(earned, 0) - coalesce(was_earned, 0)
      where tenant_id = tenant and day = was_day;
    if not found then
      raise exception 'the tally of % lacks a booking that changes', was_day
        using errcode = 'check_violation';
    end if;
  end if;
  if (was_day, was_method, was_earned) is not distinct from (latter.day, latter.method, earned) then
    return;
  end if;
  for place in 1..2 loop
    if (place = 1) = ((was_day, was_method) < (latter.day, latter.method)) then
      if was_earned is not null then
        perform tally_payment(tenant, was_day, was_method, -1, was_earned);
      end if;
    elsif earned is not null then
      perform tally_payment(tenant, latter.day, latter.method, 1, earned);
    end if;
  end loop;
end
$$;

-- Counts all tallies again from the bookings, for rows that were written past their verbs; called by
-- an operator, as samay_platform.
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
        coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from appointments group by tenant_id, patient_id
    ) as sums
    where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id;
  insert into day_tallies
    select tenant_id, appointment_date, count(*) filter (where status = 'scheduled'),
      count(*) filter (where status = 'completed'), count(*) filter (where status = 'cancelled'),
      count(*) filter (where status = 'no_show'), count(*) filter (where is_revenue(status, amount_paise)),
      coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0)
    from appointments group by tenant_id, appointment_date order by tenant_id, appointment_date;
  insert into payment_tallies
    select tenant_id, appointment_date, coalesce(payment_method, ''), count(*), sum(amount_paise)
    from appointments where is_revenue(status, amount_paise) group by 1, 2, 3 order by 1, 2, 3;
end
$$;
