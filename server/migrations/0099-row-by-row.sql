-- begin_times of 0064 and occupy of 0065 with each row inserted by its values: what a statement inserts from anything but its business's own rows goes
-- by COPY on Citus, which row security refuses (docs/decisions/0074-kept-by-the-verb.md). begin_times runs with its caller's rights, which suffice: there
-- the role of a transaction is that of its connections. It raises the stamp in the form that names its business.
-- Shorter in total than PostgreSQL's deadlock_timeout: where a request holds a table, this gives up its wait and not the request.
set local lock_timeout = '100ms';

create or replace function begin_times(tenant uuid) returns void
language plpgsql volatile security invoker set search_path = public, pg_temp
as $$
declare
  profile record;
  since date := (now() at time zone 'Asia/Kolkata')::date - 90;
  next_doctor record;
  hours record;
  is_without_hours boolean;
  is_turf boolean;
begin
  if coalesce(current_tenant_id() <> tenant, current_setting('role') = 'samay_app') then
    raise exception 'times of another business' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from services where tenant_id = tenant) then
    return;
  end if;
  -- Each statement after this one sees what was committed while it waited.
  perform pg_advisory_xact_lock(hashtextextended('times of ' || tenant, 0));
  if exists (select from services where tenant_id = tenant) then
    return;
  end if;
  select business_type, left(coalesce(nullif(btrim(business_name), ''), tenants.name), 120) as name, time_slots, operating_days into profile
    from business_profiles join tenants on tenants.id = business_profiles.tenant_id
    where business_profiles.tenant_id = tenant and business_type is not null;
  if not found then
    return;
  end if;
  is_turf := profile.business_type = 'turf';

  if not exists (select from resources where tenant_id = tenant) then
    if is_turf then
      insert into resources (tenant_id, kind, name) values (tenant, 'court', profile.name);
    else
      for next_doctor in
        with
          members as (
            select users.id, left(coalesce(nullif(btrim(full_name), ''), split_part(email, '@', 1)), 120) as name, memberships.created_at
            from memberships join users on users.id = memberships.user_id
            where memberships.tenant_id = tenant and memberships.role = 'DOCTOR' and users.deleted_at is null
          ),
          spelt as (
            select left(btrim(doctor), 120) as name, fold_name(left(btrim(doctor), 120)) as key, count(*) as bookings
            from appointments
            where tenant_id = tenant and appointment_date >= since and btrim(doctor) <> ''
            group by 1
          ),
          -- By the name that most of its bookings bear.
          others as (
            select distinct on (key) name, sum(bookings) over (partition by key) as bookings
            from spelt
            where key <> '' and key not in (select fold_name(name) from members)
            order by key, spelt.bookings desc, name
          ),
          found_doctors as (
            select id as member_id, name, row_number() over (order by created_at, id) as place from members
            union all
            select null, name, (select count(*) from members) + row_number() over (order by bookings desc, name) from others
            union all
            select null, 'Default Doctor', 1 where not exists (select from members) and not exists (select from others)
          )
        -- As many as can be put in order. The least used names stay text.
        select name, member_id, place from found_doctors where place <= 200 order by place
      loop
        insert into resources (tenant_id, kind, name, member_id, colour, position) values (
          tenant, 'practitioner', next_doctor.name, next_doctor.member_id,
          ('{teal,blue,violet,pink,orange,green,cyan,grape,lime,red}'::text[])[1 + (next_doctor.place - 1) % 10], next_doctor.place - 1);
      end loop;
    end if;
  end if;
  is_without_hours := not exists (select from weekly_hours where tenant_id = tenant and resource_id is null);
  for hours in select weekday, opens, closes from hours_of_words(profile.time_slots, profile.operating_days) where is_without_hours loop
    insert into weekly_hours (tenant_id, weekday, opens, closes) values (tenant, hours.weekday, hours.opens, hours.closes);
  end loop;
  if is_turf then
    insert into services (tenant_id, name, duration_min) values (tenant, 'Turf Booking', 60);
  else
    insert into services (tenant_id, name, duration_min) values (tenant, 'General Consultation', 30);
  end if;
  perform raise_stamp(tenant);
end
$$;

-- As those of 0065, in plpgsql: Citus plans no statement of an SQL function that is not inlined.
create or replace function resources_for(booking appointments) returns uuid[]
language plpgsql stable
as $$
declare
  doctor_id uuid;
begin
  if booking.resource_id is not null then
    return array[booking.resource_id];
  end if;
  select id into doctor_id from resources
    where tenant_id = booking.tenant_id and kind = 'practitioner' and archived_at is null and name_key = fold_name(booking.doctor)
    order by position, created_at, id limit 1;
  return array(
    select id from resources
    where tenant_id = booking.tenant_id and archived_at is null and whole_id is null and (kind = 'court' or id = doctor_id)
    order by position, created_at, id);
end
$$;

create or replace function units_of(tenant uuid, resource uuid) returns uuid[]
language plpgsql stable
as $$
declare
  parts uuid[] := array(select id from resources where tenant_id = tenant and whole_id = resource and archived_at is null order by id);
begin
  return case when parts = '{}' then array[resource] else parts end;
end
$$;

create or replace function price_at(tenant uuid, service uuid, resource uuid, day date, start time) returns int
language plpgsql stable
as $$
declare
  price int;
begin
  select price_paise into price from price_rules
    where tenant_id = tenant and service_id = service and (resource_id is null or resource_id = resource)
      and (weekdays = '{}' or extract(isodow from day)::smallint = any (weekdays))
      and case
        when from_time is null or from_time = to_time then true
        when from_time < to_time then start >= from_time and start < to_time
        else start >= from_time or start < to_time
      end
    order by position desc limit 1;
  if price is null then
    select price_paise into price from services where tenant_id = tenant and id = service;
  end if;
  return price;
end
$$;

-- Makes the claims of a booking that has none, and returns it with what it occupies: the first of its resources that is free, else its first one as
-- an overbooking, since a server of the last release refuses no taken time. With `asks` false it asks for no free time and so waits for nobody.
create or replace function occupy(booking appointments, asks boolean default true) returns appointments
language plpgsql
as $$
declare
  service services;
  candidates uuid[];
  candidate uuid;
  units uuid[];
  unit uuid;
  starts timestamptz;
  ends timestamptz;
  is_claimed boolean;
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
    foreach unit in array units loop
      insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at) values (booking.tenant_id, unit, booking.id, starts, ends)
        on conflict do nothing;
      is_claimed := found;
      exit when not is_claimed;
    end loop;
    if is_claimed then
      booking.resource_id := candidate;
      booking.price_paise := price_at(
        booking.tenant_id, booking.service_id, candidate, booking.appointment_date, booking.appointment_time);
      return booking;
    end if;
    delete from claims where tenant_id = booking.tenant_id and appointment_id = booking.id;
  end loop;

  booking.resource_id := candidates[1];
  booking.overbooked_reason := 'times are not kept apart yet';
  foreach unit in array units_of(booking.tenant_id, candidates[1]) loop
    insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at, overbooked)
      values (booking.tenant_id, unit, booking.id, starts, ends, true);
  end loop;
  return booking;
end
$$;

-- wait_for_chain of 0036 for each row: on Citus a trigger may not read the rows of its statement. A row waits beside its own, on its business's machine.
create or replace function wait_for_chain() returns trigger
language plpgsql as $$
begin
  insert into audit_waiting (tenant_id, audit_id) values (new.tenant_id, new.id) on conflict (tenant_id, audit_id) do nothing;
  return null;
end
$$;
create or replace trigger wait_for_chain after insert on audit_log for each row execute function wait_for_chain();
