-- Claims for bookings that no verb of this release made: those of before, by a move of data, and those that servers of the last release write
-- beside this one, by triggers (docs/decisions/0050-times-of-before.md). All of this file goes with the contract step that ends their support.

set local lock_timeout = '100ms';

-- What may take a booking, the preferred one first: what it has already, else the first practitioner of the doctor's name, or any court.
create function resources_for(booking appointments) returns uuid[]
language sql stable
as $$
  select case when booking.resource_id is not null then array[booking.resource_id] else array(
    select id from resources
    where tenant_id = booking.tenant_id and archived_at is null and whole_id is null and (
      kind = 'court'
      or id = (
        select doctor.id from resources as doctor
        where doctor.tenant_id = booking.tenant_id and doctor.kind = 'practitioner' and doctor.archived_at is null
          and doctor.name_key = fold_name(booking.doctor)
        order by doctor.position, doctor.created_at, doctor.id limit 1
      )
    )
    order by position, created_at, id
  ) end
$$;

-- What a booking of a resource claims, in the order of the ids: each of its parts, or itself where it has none.
create function units_of(tenant uuid, resource uuid) returns uuid[]
language sql stable
return coalesce(
  (select array_agg(id order by id) from resources where tenant_id = tenant and whole_id = resource and archived_at is null),
  array[resource]
);

-- The price of a service at a start: that of the last rule that matches, else its own. As priceOf of the contract.
create function price_at(tenant uuid, service uuid, resource uuid, day date, start time) returns int
language sql stable
return coalesce(
  (
    select price_paise from price_rules
    where tenant_id = tenant and service_id = service and (resource_id is null or resource_id = resource)
      and (weekdays = '{}' or extract(isodow from day)::smallint = any (weekdays))
      and case
        when from_time is null or from_time = to_time then true
        when from_time < to_time then start >= from_time and start < to_time
        else start >= from_time or start < to_time
      end
    order by position desc limit 1
  ),
  (select price_paise from services where tenant_id = tenant and id = service)
);

-- Makes the claims of a booking that has none, and returns it with what it occupies: the first of its resources that is free, else its first one as
-- an overbooking, since a server of the last release refuses no taken time. With `asks` false it asks for no free time and so waits for nobody.
create function occupy(booking appointments, asks boolean default true) returns appointments
language plpgsql
as $$
declare
  service services;
  candidates uuid[];
  candidate uuid;
  units uuid[];
  starts timestamptz;
  ends timestamptz;
  claimed int;
begin
  if booking.service_id is null then
    select * into service from services
      where tenant_id = booking.tenant_id and archived_at is null order by position, created_at, id limit 1;
    booking.service_id := service.id;
    booking.service_name := service.name;
    booking.duration_min := coalesce(booking.duration_min, service.duration_min);
    booking.buffer_before_min := coalesce(booking.buffer_before_min, service.buffer_before_min);
    booking.buffer_after_min := coalesce(booking.buffer_after_min, service.buffer_after_min);
  end if;
  booking.overbooked_reason := null;
  candidates := resources_for(booking);
  booking.price_paise := price_at(
    booking.tenant_id, booking.service_id, candidates[1], booking.appointment_date, booking.appointment_time);
  -- Nothing has begun here, or the doctor's name matches none: text alone.
  if booking.duration_min is null or candidates = '{}' then
    return booking;
  end if;
  starts := (booking.appointment_date + booking.appointment_time) at time zone 'Asia/Kolkata';
  ends := starts + make_interval(mins => booking.duration_min + coalesce(booking.buffer_after_min, 0));
  starts := starts - make_interval(mins => coalesce(booking.buffer_before_min, 0));

  foreach candidate in array case when asks then candidates else '{}'::uuid[] end loop
    units := units_of(booking.tenant_id, candidate);
    delete from claims
      where tenant_id = booking.tenant_id and resource_id = any (units) and during && tstzrange(starts, ends) and expires_at <= now();
    -- An overbooking is exempt from the constraint, and its time is not free.
    continue when exists (
      select from claims
      where tenant_id = booking.tenant_id and resource_id = any (units) and during && tstzrange(starts, ends) and overbooked
    );
    insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at)
      select booking.tenant_id, unit, booking.id, starts, ends from unnest(units) with ordinality as listed (unit, place) order by place
      on conflict do nothing;
    get diagnostics claimed = row_count;
    if claimed = cardinality(units) then
      booking.resource_id := candidate;
      booking.price_paise := price_at(
        booking.tenant_id, booking.service_id, candidate, booking.appointment_date, booking.appointment_time);
      return booking;
    end if;
    delete from claims where tenant_id = booking.tenant_id and appointment_id = booking.id;
  end loop;

  booking.resource_id := candidates[1];
  booking.overbooked_reason := 'times are not kept apart yet';
  insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at, overbooked)
    select booking.tenant_id, unit, booking.id, starts, ends, true from unnest(units_of(booking.tenant_id, candidates[1])) as listed (unit);
  return booking;
end
$$;

-- Claims for what a server of the last release writes. It refuses nothing: a taken time is marked as overbooked, and so is one whose claim could
-- not wait. Past row security, because a business's own transaction may not read who its doctors are for all of this; each statement names it.
create function occupy_for_last_release() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  is_moved boolean;
begin
  if new.status in ('cancelled', 'no_show') then
    if tg_op = 'UPDATE' then
      delete from claims where tenant_id = new.tenant_id and appointment_id = new.id;
    end if;
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- It will not be inserted: its writer takes another reference.
    if exists (select from appointments where tenant_id = new.tenant_id and reference = new.reference) then
      return new;
    end if;
  else
    is_moved := (old.appointment_date, old.appointment_time) is distinct from (new.appointment_date, new.appointment_time);
    -- What the move of data has not reached stays as it is, unless it is moved.
    if not is_moved and old.status in ('scheduled', 'completed') and (old.doctor is not distinct from new.doctor or old.service_id is null) then
      return new;
    end if;
    if old.doctor is distinct from new.doctor then
      new.resource_id := null;
    end if;
  end if;
  perform begin_times(new.tenant_id);
  begin
    if tg_op = 'UPDATE' then
      perform from resources
        where tenant_id = new.tenant_id and (
          id in (select resource_id from claims where tenant_id = new.tenant_id and appointment_id = new.id)
          or id in (select unnest(units_of(new.tenant_id, candidate)) from unnest(resources_for(new)) as listed (candidate)))
        order by id for no key update;
      delete from claims where tenant_id = new.tenant_id and appointment_id = new.id;
    end if;
    return occupy(new);
  exception when deadlock_detected or lock_not_available then
    delete from claims where tenant_id = new.tenant_id and appointment_id = new.id;
    return occupy(new, asks => false);
  end;
end
$$;
alter function occupy_for_last_release() owner to samay_platform;
revoke execute on function occupy_for_last_release() from public;
-- Its name comes before those of find_patient and refuse_illegal_transition: claims are locked before people.
create trigger claims_of_last_release before insert or update of appointment_date, appointment_time, status, doctor on appointments
  for each row when (current_setting('app.claims', true) is distinct from 'verb') execute function occupy_for_last_release();

-- Servers of the last release change the words alone. The hours follow them while they say the same; a business whose own hours say otherwise
-- keeps these. A business that completes its onboarding gets its times.
create function follow_words() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not new.onboarding_completed then
    return null;
  end if;
  perform begin_times(new.tenant_id);
  if exists (
    select from (select weekday, opens, closes from weekly_hours where tenant_id = new.tenant_id and resource_id is null) as kept
    full join hours_of_words(old.time_slots, old.operating_days) as said using (weekday, opens, closes)
    where kept is null or said is null
  ) then
    return null;
  end if;
  delete from weekly_hours where tenant_id = new.tenant_id and resource_id is null;
  insert into weekly_hours (tenant_id, weekday, opens, closes)
    select new.tenant_id, weekday, opens, closes from hours_of_words(new.time_slots, new.operating_days);
  return null;
end
$$;
alter function follow_words() owner to samay_platform;
revoke execute on function follow_words() from public;
create trigger follow_words after update of onboarding_completed, time_slots, operating_days on business_profiles
  for each row when (current_setting('app.claims', true) is distinct from 'verb')
  execute function follow_words();

-- A step of the move of data: claims for bookings from today on that have none, in the order of days and within a day of creation. A booking that
-- has a service has been here, or was made when the business had one. Returns the day to go on with; null when none is left in the business.
create function occupy_next(tenant uuid, from_day date, most int) returns table (bookings int, last_day date)
language plpgsql
as $$
declare
  chosen uuid[];
  booking appointments;
begin
  bookings := 0;
  last_day := null;
  -- A business that is not set up has nothing to claim.
  if not exists (select from services where tenant_id = tenant) then
    return next;
    return;
  end if;
  chosen := array(
    select id from appointments
    where tenant_id = tenant and appointment_date >= greatest(from_day, (now() at time zone 'Asia/Kolkata')::date)
      and service_id is null and status in ('scheduled', 'completed')
      and not exists (select from claims where tenant_id = tenant and appointment_id = appointments.id)
    order by appointment_date, created_at, id limit most);
  -- All of them before any claim, as one booking is locked before its claim; the next statement sees what this one waited for.
  perform from appointments where tenant_id = tenant and id = any (chosen) order by id for no key update;
  for booking in
    select * from appointments
    where tenant_id = tenant and id = any (chosen) and service_id is null and status in ('scheduled', 'completed')
    order by appointment_date, created_at, id
  loop
    last_day := booking.appointment_date;
    booking := occupy(booking);
    update appointments set resource_id = booking.resource_id, service_id = booking.service_id, service_name = booking.service_name,
        duration_min = booking.duration_min, buffer_before_min = booking.buffer_before_min, buffer_after_min = booking.buffer_after_min,
        price_paise = booking.price_paise, overbooked_reason = booking.overbooked_reason
      where tenant_id = tenant and id = booking.id;
    bookings := bookings + 1;
  end loop;
  if cardinality(chosen) = most then
    last_day := coalesce(last_day, from_day);
  else
    last_day := null;
  end if;
  return next;
end
$$;
