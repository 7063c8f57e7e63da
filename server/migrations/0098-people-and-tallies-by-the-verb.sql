-- People and tallies of a booking as functions that its writer calls (docs/decisions/0074-kept-by-the-verb.md). Every statement in them names the
-- business, so that they run where its rows are. Rows are locked in the order of 0025: people by their ids, days, payments.

-- One booking of a day comes (1) or goes (-1).
create function tally_day(tenant uuid, on_day date, sign int, state text, paise int) returns void
language plpgsql as $$
declare
  earns boolean := is_revenue(state, paise);
begin
  if sign > 0 then
    insert into day_tallies as tally (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
      values (tenant, on_day, (state = 'scheduled')::int, (state = 'completed')::int, (state = 'cancelled')::int, (state = 'no_show')::int,
        earns::int, case when earns then paise else 0 end)
      on conflict (tenant_id, day) do update set
        scheduled = tally.scheduled + excluded.scheduled, completed = tally.completed + excluded.completed,
        cancelled = tally.cancelled + excluded.cancelled, no_show = tally.no_show + excluded.no_show,
        revenue_bookings = tally.revenue_bookings + excluded.revenue_bookings, revenue_paise = tally.revenue_paise + excluded.revenue_paise;
  else
    update day_tallies set scheduled = scheduled - (state = 'scheduled')::int, completed = completed - (state = 'completed')::int,
        cancelled = cancelled - (state = 'cancelled')::int, no_show = no_show - (state = 'no_show')::int,
        revenue_bookings = revenue_bookings - earns::int, revenue_paise = revenue_paise - case when earns then paise else 0 end
      where tenant_id = tenant and day = on_day;
    if not found then
      raise exception 'the tally of % lacks a booking that leaves it', on_day using errcode = 'check_violation';
    end if;
  end if;
end
$$;

-- One payment of a day, by the text of its method, comes or goes.
create function tally_payment(tenant uuid, on_day date, method text, sign int, amount int) returns void
language plpgsql as $$
begin
  if sign > 0 then
    insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise) values (tenant, on_day, method, 1, amount)
      on conflict (tenant_id, day, payment_method) do update set bookings = tally.bookings + 1, paise = tally.paise + excluded.paise;
  else
    update payment_tallies set bookings = bookings - 1, paise = paise - amount
      where tenant_id = tenant and day = on_day and payment_method = method;
    if not found then
      raise exception 'the tally of the payments of % lacks one that leaves it', on_day using errcode = 'check_violation';
    end if;
  end if;
end
$$;

-- One booking of a person comes or goes. Somebody who has just been removed with their last booking needs no count.
create function tally_person(tenant uuid, person uuid, sign int, state text, paise int, prescribed boolean) returns void
language plpgsql as $$
begin
  update patients set bookings = bookings + sign, completed = completed + sign * (state = 'completed')::int,
      cancelled = cancelled + sign * (state = 'cancelled')::int, no_shows = no_shows + sign * (state = 'no_show')::int,
      prescriptions = prescriptions + sign * prescribed::int,
      revenue_paise = revenue_paise + case when is_revenue(state, paise) then sign * paise else 0 end
    where tenant_id = tenant and id = person;
end
$$;

-- For each booking that is inserted, in its statement: finds or adds the person whom it names, counts it in all tallies, and returns the person.
create function keep_added(
  tenant uuid, called text, given_email text, given_contact text, on_day date, state text, paise int, method text, prescribed boolean
) returns uuid
language plpgsql as $$
declare
  key text := person_key(given_email, given_contact);
  folded text := fold_name(called);
  earned int := case when is_revenue(state, paise) then paise end;
  person uuid;
begin
  loop
    -- Somebody who is renamed meanwhile is locked and not found. The block gives them back: who is about to rename another may wait for them, and is
    -- waited for below.
    begin
      update patients set name = called, email = coalesce(nullif(given_email, ''), email), contact = coalesce(given_contact, contact),
          latest_date = greatest(latest_date, on_day), bookings = bookings + 1, completed = completed + (state = 'completed')::int,
          cancelled = cancelled + (state = 'cancelled')::int, no_shows = no_shows + (state = 'no_show')::int,
          prescriptions = prescriptions + prescribed::int, revenue_paise = revenue_paise + coalesce(earned, 0)
        where tenant_id = tenant and person_key = key and fold_name(name) = folded
        returning id into strict person;
      exit;
    exception when no_data_found then
      person := null;
    end;
    -- Who adds the same person at the same moment is waited for, and then found. No target: a shard does not know an index over an expression by it.
    insert into patients (
        tenant_id, id, person_key, name, email, contact, latest_date, bookings, completed, cancelled, no_shows, prescriptions, revenue_paise)
      values (tenant, gen_random_uuid(), key, called, coalesce(given_email, ''), given_contact, on_day, 1, (state = 'completed')::int,
        (state = 'cancelled')::int, (state = 'no_show')::int, prescribed::int, coalesce(earned, 0))
      on conflict do nothing
      returning id into person;
    exit when found;
  end loop;
  perform tally_day(tenant, on_day, 1, state, paise);
  if earned is not null then
    perform tally_payment(tenant, on_day, coalesce(method, ''), 1, earned);
  end if;
  return person;
end
$$;

-- For a booking whose name, email or contact changes, before it is written: the person whom it names then, added where there is none.
create function find_person(tenant uuid, held uuid, called text, given_email text, given_contact text, on_day date) returns uuid
language plpgsql as $$
declare
  key text := person_key(given_email, given_contact);
  folded text := fold_name(called);
  person uuid;
begin
  if exists (select from patients where tenant_id = tenant and id = held and person_key = key and fold_name(name) = folded) then
    return held;
  end if;
  loop
    -- Somebody who is added by several at once is waited for before anybody is locked.
    insert into patients (tenant_id, id, person_key, name, email, contact, latest_date)
      values (tenant, gen_random_uuid(), key, called, coalesce(given_email, ''), given_contact, on_day)
      on conflict do nothing;
    -- Both people, in the order in which follow_person takes them: two bookings that change places do not wait for each other.
    perform from patients
      where tenant_id = tenant and (id = held or person_key = key and fold_name(name) = folded)
      order by id for update;
    update patients set name = called, email = coalesce(nullif(given_email, ''), email), contact = coalesce(given_contact, contact),
        latest_date = greatest(latest_date, on_day)
      where tenant_id = tenant and person_key = key and fold_name(name) = folded
      returning id into person;
    -- Removed with their last booking before they were locked: added again.
    exit when found;
  end loop;
  return person;
end
$$;

-- A person after one of their bookings was written: name, email and contact are those of the newest booking, latest_date that of the latest; who has
-- no booking left is removed. The caller has locked the person.
create function follow_person(tenant uuid, person uuid) returns void
language plpgsql as $$
declare
  latest date;
  survivor uuid;
begin
  select max(appointment_date) into latest from appointments where tenant_id = tenant and patient_id = person;
  if latest is null then
    delete from patients where tenant_id = tenant and id = person
      and not exists (select from patients as merged where merged.tenant_id = tenant and merged.merged_into = person)
      returning merged_into into survivor;
    if not found then
      -- Behind everybody: the others say when the latest booking is.
      update patients set latest_date = '0001-01-01' where tenant_id = tenant and id = person;
    elsif survivor is not null then
      -- Who is locked is about to get a booking or a merge. To wait for them here could be a deadlock.
      perform from patients where tenant_id = tenant and id = survivor for update skip locked;
      if found then
        delete from patients where tenant_id = tenant and id = survivor
          and not exists (select from appointments where tenant_id = tenant and patient_id = survivor)
          and not exists (select from patients as merged where merged.tenant_id = tenant and merged.merged_into = survivor);
      end if;
    end if;
    return;
  end if;
  update patients set latest_date = latest where tenant_id = tenant and id = person and latest_date <> latest;
  update patients set name = newest.person_name, email = newest.known_email, contact = coalesce(newest.person_contact, patients.contact)
  from (
    select person_name, person_contact, coalesce(first_value(person_email) over (
        order by person_email is null, created_at desc, reference desc), '') as known_email
    from appointments
    where tenant_id = tenant and patient_id = person
      and fold_name(person_name) = (select fold_name(name) from patients where tenant_id = tenant and id = person)
    order by created_at desc, reference desc limit 1
  ) as newest
  where tenant_id = tenant and id = person
    and (name, email, contact) is distinct from
      (newest.person_name, newest.known_email, coalesce(newest.person_contact, patients.contact));
end
$$;

-- For a booking that is updated, once it is written: its people and its tallies as it is now, from what it was before.
create function keep_changed(
  tenant uuid, booking uuid, was_person uuid, was_called text, was_email text, was_contact text, was_day date, was_state text, was_paise int,
  was_method text, was_prescribed boolean
) returns void
language plpgsql as $$
declare
  latter record;
  person uuid;
  was_earned int := case when is_revenue(was_state, was_paise) then was_paise end;
  earned int;
begin
  select patient_id, person_name, person_email, person_contact, appointment_date as day, status, amount_paise as paise,
      coalesce(payment_method, '') as method, prescription_id is not null as prescribed
    into strict latter from appointments where tenant_id = tenant and id = booking;
  was_method := coalesce(was_method, '');
  earned := case when is_revenue(latter.status, latter.paise) then latter.paise end;

  if (was_person, was_called, was_email, was_contact, was_day)
    is distinct from (latter.patient_id, latter.person_name, latter.person_email, latter.person_contact, latter.day) then
    for person in select distinct unnest(array[was_person, latter.patient_id]) order by 1 loop
      -- Each statement after this one sees what was committed while it waited.
      perform from patients where tenant_id = tenant and id = person for update;
      -- Of a corrected person's bookings, which say what the person says already, none is compared with all the others.
      continue when was_person = latter.patient_id and was_day = latter.day and exists (
        select from patients where tenant_id = tenant and id = person and name = latter.person_name
          and (email = coalesce(latter.person_email, '') or was_email is null and latter.person_email is null)
          and (latter.person_contact is null or contact = latter.person_contact));
      perform follow_person(tenant, person);
    end loop;
  end if;

  if (was_person, was_day, was_state, was_earned, was_method, was_prescribed)
    is not distinct from (latter.patient_id, latter.day, latter.status, earned, latter.method, latter.prescribed) then
    return;
  end if;
  if was_person is distinct from latter.patient_id then
    perform tally_person(tenant, was_person, -1, was_state, was_paise, was_prescribed);
    perform tally_person(tenant, latter.patient_id, 1, latter.status, latter.paise, latter.prescribed);
  elsif (was_state, was_earned, was_prescribed) is distinct from (latter.status, earned, latter.prescribed) then
    update patients set completed = completed + (latter.status = 'completed')::int - (was_state = 'completed')::int,
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
    update day_tallies set scheduled = scheduled + (latter.status = 'scheduled')::int - (was_state = 'scheduled')::int,
        completed = completed + (latter.status = 'completed')::int - (was_state = 'completed')::int,
        cancelled = cancelled + (latter.status = 'cancelled')::int - (was_state = 'cancelled')::int,
        no_show = no_show + (latter.status = 'no_show')::int - (was_state = 'no_show')::int,
        revenue_bookings = revenue_bookings + (earned is not null)::int - (was_earned is not null)::int,
        revenue_paise = revenue_paise + coalesce(earned, 0) - coalesce(was_earned, 0)
      where tenant_id = tenant and day = was_day;
    if not found then
      raise exception 'the tally of % lacks a booking that changes', was_day using errcode = 'check_violation';
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

-- Shorter in total than PostgreSQL's deadlock_timeout: where a request holds this table, this gives up its wait and not the request.
set local lock_timeout = '100ms';

-- For servers of the last release and corrections in SQL alone.
create or replace trigger find_patient before insert or update of person_name, person_email, person_contact on appointments
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function find_patient();
create or replace trigger follow_patient after update of appointment_date, person_name, person_email, person_contact on appointments
  for each row when ((old.appointment_date <> new.appointment_date or old.patient_id is distinct from new.patient_id
    or old.person_name <> new.person_name or old.person_email is distinct from new.person_email
    or old.person_contact is distinct from new.person_contact) and current_setting('app.keeps', true) is distinct from 'verb')
  execute function follow_patient();
create or replace trigger tally_added after insert on appointments referencing new table as added
  for each statement when (current_setting('app.keeps', true) is distinct from 'verb') execute function tally_added();
create or replace trigger tally_changed after update on appointments referencing old table as removed new table as added
  for each statement when (current_setting('app.keeps', true) is distinct from 'verb') execute function follow_tallies();
create or replace trigger tally_removed after delete on appointments referencing old table as removed
  for each statement when (current_setting('app.keeps', true) is distinct from 'verb') execute function follow_tallies();
