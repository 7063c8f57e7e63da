-- Serves servers of an earlier commit and corrections in SQL. It goes as a whole.

-- A row is a move of data.
-- A row is a move of data.
create table data_moves (
  name text primary key,
  cursor text,
  steps int not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz
);
select keep_for_platform('data_moves');
grant select, insert, update on data_moves to samay_platform;
-- A row is how far old audit rows were looked through.
create table audit_adoption (
  singleton boolean primary key default true check (singleton),
  tenant_id uuid not null,
  at timestamptz not null,
  audit_id uuid not null,
  is_done boolean not null
);
select keep_for_platform('audit_adoption');
grant select, insert, update on audit_adoption to samay_platform;
create type tally_change as (
  sign int, tenant_id uuid, day date, patient_id uuid, status text, amount_paise bigint, payment_method text, has_prescription boolean
);

create FUNCTION tally_change(sign integer, booking appointments)
 RETURNS tally_change
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select row(sign, booking.tenant_id, booking.appointment_date, booking.patient_id, booking.status, booking.amount_paise,
    coalesce(booking.payment_method, ''), booking.prescription_id is not null)::tally_change
$function$;
create FUNCTION is_moving_data()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('app.moves_data'::text, true), ''::text) = 'on'::text);
create FUNCTION time_of_word(word text)
 RETURNS time without time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT make_time(((read.hour % 12) + CASE read.half WHEN 'p'::text THEN 12 ELSE 0 END), read.minute, (0)::double precision) AS make_time FROM (SELECT (parts.parts[1])::integer AS hour, (COALESCE(parts.parts[2], '0'::text))::integer AS minute, lower(parts.parts[3]) AS half FROM regexp_match(time_of_word.word, '^\s*([0-9]{1,2})(?::([0-5][0-9]))?\s*([ap])\.?m\.?\s*$'::text, 'i'::text) parts(parts)) read WHERE ((read.hour >= 1) AND (read.hour <= 12)));
create FUNCTION announce_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_moving_data() then
    perform pg_notify('changes', concat_ws(' ', new.tenant_id, tg_table_name, new.id, lower(tg_op)));
  end if;
  return null;
end
$function$;
create FUNCTION announce_effect()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from added) then
    perform pg_notify('outbox', '');
  end if;
  return null;
end
$function$;
create FUNCTION find_patient()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  key text := person_key(new.person_email, new.person_contact);
  folded text := fold_name(new.person_name);
begin
  if tg_op = 'UPDATE' then
    if key = person_key(old.person_email, old.person_contact) and folded = fold_name(old.person_name)
      or exists (select from patients
        where tenant_id = new.tenant_id and id = old.patient_id and person_key = key and fold_name(name) = folded) then
      return new;
    end if;
    -- Somebody who is added by several at once is waited for before anybody is locked.
    insert into patients (tenant_id, person_key, name, email, contact, latest_date)
      values (new.tenant_id, key, new.person_name, coalesce(new.person_email, ''), new.person_contact, new.appointment_date)
      on conflict (tenant_id, person_key, fold_name(name)) do nothing;
    -- Both people, in the order in which follow_patient takes them: two bookings that change places do not wait for each other.
    perform from patients
      where tenant_id = new.tenant_id and (id = old.patient_id or person_key = key and fold_name(name) = folded)
      order by id for update;
  end if;
  insert into patients (tenant_id, person_key, name, email, contact, latest_date)
    values (new.tenant_id, key, new.person_name, coalesce(new.person_email, ''), new.person_contact, new.appointment_date)
    on conflict (tenant_id, person_key, fold_name(name)) do update
      set name = excluded.name, email = coalesce(nullif(excluded.email, ''), patients.email),
        contact = coalesce(excluded.contact, patients.contact), latest_date = greatest(patients.latest_date, excluded.latest_date)
    returning id into new.patient_id;
  return new;
end
$function$;
create FUNCTION follow_patient()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  patient uuid;
  latest date;
  survivor uuid;
begin
  for patient in select distinct unnest(array[old.patient_id, new.patient_id]) order by 1 loop
    -- Each statement after this one sees what was committed while it waited.
    perform from patients where tenant_id = new.tenant_id and id = patient for update;
    if old.patient_id = new.patient_id and old.appointment_date = new.appointment_date and exists (
      select from patients where tenant_id = new.tenant_id and id = patient and name = new.person_name
        and (email = coalesce(new.person_email, '') or old.person_email is null and new.person_email is null)
        and (new.person_contact is null or contact = new.person_contact)
    ) then
      continue;
    end if;
    select max(appointment_date) into latest from appointments where tenant_id = new.tenant_id and patient_id = patient;
    if latest is null then
      survivor := null;
      delete from patients where tenant_id = new.tenant_id and id = patient
        and not exists (select from patients as merged where merged.tenant_id = new.tenant_id and merged.merged_into = patient)
        returning merged_into into survivor;
      if not found then
        -- Behind everybody: the others say when the latest booking is.
        update patients set latest_date = '0001-01-01' where tenant_id = new.tenant_id and id = patient;
      elsif survivor is not null then
        -- Who is locked is about to get a booking or a merge. To wait for them here could be a deadlock.
        delete from patients where tenant_id = new.tenant_id and id = (
          select held.id from patients as held where held.tenant_id = new.tenant_id and held.id = survivor for update skip locked
        ) and not exists (select from appointments where tenant_id = new.tenant_id and patient_id = survivor)
          and not exists (select from patients as merged where merged.tenant_id = new.tenant_id and merged.merged_into = survivor);
      end if;
      continue;
    end if;
    update patients set latest_date = latest where tenant_id = new.tenant_id and id = patient and latest_date <> latest;
    update patients set name = newest.person_name, email = newest.known_email, contact = coalesce(newest.person_contact, patients.contact)
    from (
      select person_name, person_contact, coalesce(first_value(person_email) over (
          order by person_email is null, created_at desc, reference desc), '') as known_email
      from appointments
      where tenant_id = new.tenant_id and patient_id = patient
        and fold_name(person_name) = (select fold_name(name) from patients where tenant_id = new.tenant_id and id = patient)
      order by created_at desc, reference desc limit 1
    ) as newest
    where tenant_id = new.tenant_id and id = patient
      and (name, email, contact) is distinct from
        (newest.person_name, newest.known_email, coalesce(newest.person_contact, patients.contact));
  end loop;
  return null;
end
$function$;
create FUNCTION tally(changes tally_change[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  -- Without what takes itself back, such as the two sides of a booking of which no tally tells anything new.
  net tally_change[] := array(
    select row(sum(sign), tenant_id, day, patient_id, status, amount_paise, payment_method, has_prescription)::tally_change
    from unnest(changes)
    group by tenant_id, day, patient_id, status, amount_paise, payment_method, has_prescription
    having sum(sign) <> 0);
  -- Bookings that only come, as nearly always: an upsert in the order of the key proposes no negative row, and is one statement instead of three.
  only_comes boolean := not exists (select from unnest(net) where sign < 0);
begin
  if net = '{}' then
    return;
  end if;
  perform from patients
    join (select distinct tenant_id, patient_id from unnest(net)) as keys on patients.tenant_id = keys.tenant_id and patients.id = keys.patient_id
    order by patients.tenant_id, patients.id
    for update of patients;
  update patients set bookings = patients.bookings + sums.bookings, completed = patients.completed + sums.completed,
      cancelled = patients.cancelled + sums.cancelled, no_shows = patients.no_shows + sums.no_shows,
      prescriptions = patients.prescriptions + sums.prescriptions, revenue_paise = patients.revenue_paise + sums.revenue_paise
    from (
      select tenant_id, patient_id, sum(sign) as bookings, coalesce(sum(sign) filter (where status = 'completed'), 0) as completed,
        coalesce(sum(sign) filter (where status = 'cancelled'), 0) as cancelled,
        coalesce(sum(sign) filter (where status = 'no_show'), 0) as no_shows,
        coalesce(sum(sign) filter (where has_prescription), 0) as prescriptions,
        coalesce(sum(sign * amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from unnest(net)
      group by tenant_id, patient_id
    ) as sums
    where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id
      and (sums.bookings, sums.completed, sums.cancelled, sums.no_shows, sums.prescriptions, sums.revenue_paise) <> (0, 0, 0, 0, 0, 0);

  if only_comes then
    insert into day_tallies as tally (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
      select tenant_id, day, coalesce(sum(sign) filter (where status = 'scheduled'), 0),
        coalesce(sum(sign) filter (where status = 'completed'), 0), coalesce(sum(sign) filter (where status = 'cancelled'), 0),
        coalesce(sum(sign) filter (where status = 'no_show'), 0),
        coalesce(sum(sign) filter (where is_revenue(status, amount_paise)), 0),
        coalesce(sum(sign * amount_paise) filter (where is_revenue(status, amount_paise)), 0)
      from unnest(net)
      group by tenant_id, day
      order by tenant_id, day
    on conflict (tenant_id, day) do update set
      scheduled = tally.scheduled + excluded.scheduled, completed = tally.completed + excluded.completed,
      cancelled = tally.cancelled + excluded.cancelled, no_show = tally.no_show + excluded.no_show,
      revenue_bookings = tally.revenue_bookings + excluded.revenue_bookings, revenue_paise = tally.revenue_paise + excluded.revenue_paise;
    insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise)
      select tenant_id, day, payment_method, sum(sign), sum(sign * amount_paise)
      from unnest(net)
      where is_revenue(status, amount_paise)
      group by tenant_id, day, payment_method
      order by tenant_id, day, payment_method
    on conflict (tenant_id, day, payment_method) do update set
      bookings = tally.bookings + excluded.bookings, paise = tally.paise + excluded.paise;
    return;
  end if;

  insert into day_tallies (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
    select distinct tenant_id, day, 0, 0, 0, 0, 0, 0 from unnest(net) order by tenant_id, day
  on conflict (tenant_id, day) do nothing;
  perform from day_tallies
    join (select distinct tenant_id, day from unnest(net)) as keys using (tenant_id, day)
    order by tenant_id, day
    for update of day_tallies;
  update day_tallies as tally set scheduled = tally.scheduled + sums.scheduled, completed = tally.completed + sums.completed,
      cancelled = tally.cancelled + sums.cancelled, no_show = tally.no_show + sums.no_show,
      revenue_bookings = tally.revenue_bookings + sums.revenue_bookings, revenue_paise = tally.revenue_paise + sums.revenue_paise
    from (
      select tenant_id, day, coalesce(sum(sign) filter (where status = 'scheduled'), 0) as scheduled,
        coalesce(sum(sign) filter (where status = 'completed'), 0) as completed,
        coalesce(sum(sign) filter (where status = 'cancelled'), 0) as cancelled,
        coalesce(sum(sign) filter (where status = 'no_show'), 0) as no_show,
        coalesce(sum(sign) filter (where is_revenue(status, amount_paise)), 0) as revenue_bookings,
        coalesce(sum(sign * amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from unnest(net)
      group by tenant_id, day
    ) as sums
    where tally.tenant_id = sums.tenant_id and tally.day = sums.day
      and (sums.scheduled, sums.completed, sums.cancelled, sums.no_show, sums.revenue_bookings, sums.revenue_paise) <> (0, 0, 0, 0, 0, 0);

  insert into payment_tallies (tenant_id, day, payment_method, bookings, paise)
    select distinct tenant_id, day, payment_method, 0, 0 from unnest(net) where is_revenue(status, amount_paise)
    order by tenant_id, day, payment_method
  on conflict (tenant_id, day, payment_method) do nothing;
  perform from payment_tallies
    join (select distinct tenant_id, day, payment_method from unnest(net) where is_revenue(status, amount_paise)) as keys
      using (tenant_id, day, payment_method)
    order by tenant_id, day, payment_method
    for update of payment_tallies;
  update payment_tallies as tally set bookings = tally.bookings + sums.bookings, paise = tally.paise + sums.paise
    from (
      select tenant_id, day, payment_method, sum(sign) as bookings, sum(sign * amount_paise) as paise
      from unnest(net)
      where is_revenue(status, amount_paise)
      group by tenant_id, day, payment_method
    ) as sums
    where tally.tenant_id = sums.tenant_id and tally.day = sums.day and tally.payment_method = sums.payment_method
      and (sums.bookings, sums.paise) <> (0, 0);
end
$function$;
create FUNCTION follow_tallies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  case tg_op
    when 'INSERT' then perform tally(array(select tally_change(1, added) from added));
    when 'DELETE' then perform tally(array(select tally_change(-1, removed) from removed));
    else perform tally(array(select tally_change(-1, removed) from removed union all select tally_change(1, added) from added));
  end case;
  return null;
end
$function$;
create FUNCTION tally_anew()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table appointments in share row exclusive mode;
  delete from payment_tallies;
  delete from day_tallies;
  update patients set bookings = 0, completed = 0, cancelled = 0, no_shows = 0, prescriptions = 0, revenue_paise = 0;
  update patients set bookings = sums.bookings, completed = sums.completed, cancelled = sums.cancelled, no_shows = sums.no_shows,
      prescriptions = sums.prescriptions, revenue_paise = sums.revenue_paise
    from (
      select tenant_id, patient_id, count(*) as bookings, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'no_show') as no_shows,
        count(prescription_id) as prescriptions,
        coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from appointments group by tenant_id, patient_id
    ) as sums
    where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id;
  insert into day_tallies
    select tenant_id, appointment_date, count(*) filter (where status = 'scheduled'), count(*) filter (where status = 'completed'),
      count(*) filter (where status = 'cancelled'), count(*) filter (where status = 'no_show'),
      count(*) filter (where is_revenue(status, amount_paise)),
      coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0)
    from appointments group by tenant_id, appointment_date order by tenant_id, appointment_date;
  insert into payment_tallies
    select tenant_id, appointment_date, coalesce(payment_method, ''), count(*), sum(amount_paise)
    from appointments where is_revenue(status, amount_paise) group by 1, 2, 3 order by 1, 2, 3;
end
$function$;
create FUNCTION stamp_change(changed uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  stamped text := current_setting('app.stamped', true);
  -- The clock, so that stamps which are counted on from a restored backup differ from those that were given out before.
  instant bigint;
begin
  if stamped = changed::text then
    return;
  end if;
  instant := extract(epoch from clock_timestamp()) * 1000000;
  perform set_config('app.stamped', changed::text, true);
  if stamped <> '' and exists (select from change_stamps where tenant_id = changed and xmin = pg_current_xact_id()::xid) then
    return;
  end if;
  update change_stamps set stamp = greatest(stamp + 1, instant)
    where tenant_id = changed and slot = (
      select free.slot from change_stamps as free where free.tenant_id = changed limit 1 for update skip locked);
  if not found then
    insert into change_stamps (tenant_id, stamp) values (changed, instant);
  end if;
end
$function$;
create FUNCTION stamp_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform stamp_change(old.tenant_id);
  else
    perform stamp_change(new.tenant_id);
  end if;
  return null;
end
$function$;
create FUNCTION stamp_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform stamp_change(tenant_id) from memberships where user_id = new.id;
  return null;
end
$function$;
create FUNCTION stamp_platform()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform stamp_change('00000000-0000-0000-0000-000000000000');
  return null;
end
$function$;
create FUNCTION tally_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update patients set bookings = patients.bookings + sums.bookings, completed = patients.completed + sums.completed,
      cancelled = patients.cancelled + sums.cancelled, no_shows = patients.no_shows + sums.no_shows,
      prescriptions = patients.prescriptions + sums.prescriptions, revenue_paise = patients.revenue_paise + sums.revenue_paise
    from (
      select tenant_id, patient_id, count(*) as bookings, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'no_show') as no_shows,
        count(prescription_id) as prescriptions,
        coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from added
      group by tenant_id, patient_id
    ) as sums
    where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id;

  insert into day_tallies as tally (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
    select tenant_id, appointment_date, count(*) filter (where status = 'scheduled'), count(*) filter (where status = 'completed'),
      count(*) filter (where status = 'cancelled'), count(*) filter (where status = 'no_show'),
      count(*) filter (where is_revenue(status, amount_paise)),
      coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0)
    from added
    group by tenant_id, appointment_date
    order by tenant_id, appointment_date
  on conflict (tenant_id, day) do update set
    scheduled = tally.scheduled + excluded.scheduled, completed = tally.completed + excluded.completed,
    cancelled = tally.cancelled + excluded.cancelled, no_show = tally.no_show + excluded.no_show,
    revenue_bookings = tally.revenue_bookings + excluded.revenue_bookings, revenue_paise = tally.revenue_paise + excluded.revenue_paise;

  insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise)
    select tenant_id, appointment_date, coalesce(payment_method, ''), count(*), sum(amount_paise)
    from added
    where is_revenue(status, amount_paise)
    group by tenant_id, appointment_date, coalesce(payment_method, '')
    order by tenant_id, appointment_date, coalesce(payment_method, '')
  on conflict (tenant_id, day, payment_method) do update set
    bookings = tally.bookings + excluded.bookings, paise = tally.paise + excluded.paise;
  return null;
end
$function$;
create FUNCTION hours_of_words(slots jsonb, days text[])
 RETURNS TABLE(weekday smallint, opens time without time zone, closes time without time zone)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  with
    read_slots as (
      select distinct time_of_word(slot ->> 'start_time') as opens, time_of_word(slot ->> 'end_time') as closes
      from jsonb_array_elements(slots) as listed (slot)
      where time_of_word(slot ->> 'start_time') is not null and time_of_word(slot ->> 'end_time') is not null
    ),
    read_days as (
      select distinct array_position('{Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}', day)::smallint as weekday
      from unnest(days) as listed (day)
      where day = any ('{Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}')
    ),
    all_slots as (
      select opens, closes from read_slots
      union all
      select time '00:00', time '00:00' where not exists (select from read_slots) and exists (select from read_days)
    ),
    all_days as (
      select weekday from read_days
      union all
      select generate_series(1, 7)::smallint where not exists (select from read_days)
    )
  select all_days.weekday, all_slots.opens, all_slots.closes from all_days cross join all_slots
$function$;
create FUNCTION begin_times(tenant uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
alter function begin_times owner to samay_platform;
revoke execute on function begin_times from public;
grant execute on function begin_times to samay_app;
create FUNCTION resources_for(booking appointments)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;
create FUNCTION units_of(tenant uuid, resource uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  parts uuid[] := array(select id from resources where tenant_id = tenant and whole_id = resource and archived_at is null order by id);
begin
  return case when parts = '{}' then array[resource] else parts end;
end
$function$;
create FUNCTION price_at(tenant uuid, service uuid, resource uuid, day date, start time without time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;
create FUNCTION occupy(booking appointments, asks boolean DEFAULT true)
 RETURNS appointments
 LANGUAGE plpgsql
AS $function$
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
$function$;
create FUNCTION occupy_for_last_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
alter function occupy_for_last_release owner to samay_platform;
revoke execute on function occupy_for_last_release from public;
create FUNCTION follow_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
alter function follow_words owner to samay_platform;
revoke execute on function follow_words from public;
create FUNCTION occupy_next(tenant uuid, from_day date, most integer)
 RETURNS TABLE(bookings integer, last_day date)
 LANGUAGE plpgsql
AS $function$
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
$function$;
create FUNCTION visits_of_last_release()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.appointment_date, old.appointment_time) is distinct from (new.appointment_date, new.appointment_time)
    or (old.status = 'no_show' and new.status = 'scheduled') then
    new.walk_in := false;
  end if;
  if new.arrived_at is null then
    if new.walk_in and new.status <> 'cancelled' then
      new.arrived_at := old.arrived_at;
    else
      new.started_at := null;
    end if;
  end if;
  return new;
end
$function$;
CREATE TRIGGER announce_change AFTER INSERT OR UPDATE ON appointments FOR EACH ROW WHEN ((current_setting('app.announces'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION announce_change();
CREATE TRIGGER announce_effect AFTER INSERT ON outbox REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('app.announces'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION announce_effect();
CREATE TRIGGER claims_of_last_release BEFORE INSERT OR UPDATE OF appointment_date, appointment_time, status, doctor ON appointments FOR EACH ROW WHEN ((current_setting('app.claims'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION occupy_for_last_release();
CREATE TRIGGER find_patient BEFORE INSERT OR UPDATE OF person_name, person_email, person_contact ON appointments FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION find_patient();
CREATE TRIGGER follow_patient AFTER UPDATE OF appointment_date, person_name, person_email, person_contact ON appointments FOR EACH ROW WHEN ((((old.appointment_date <> new.appointment_date) OR (old.patient_id IS DISTINCT FROM new.patient_id) OR (old.person_name <> new.person_name) OR (old.person_email IS DISTINCT FROM new.person_email) OR (old.person_contact IS DISTINCT FROM new.person_contact)) AND (current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text))) EXECUTE FUNCTION follow_patient();
CREATE TRIGGER follow_words AFTER UPDATE OF onboarding_completed, time_slots, operating_days ON business_profiles FOR EACH ROW WHEN ((current_setting('app.claims'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION follow_words();
CREATE TRIGGER stamp_person AFTER UPDATE ON users FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_person();
CREATE TRIGGER stamp_platform AFTER INSERT OR DELETE OR UPDATE ON plans FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_platform();
CREATE TRIGGER stamp_row AFTER INSERT OR DELETE OR UPDATE ON appointments FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_row();
CREATE TRIGGER stamp_row AFTER INSERT OR DELETE OR UPDATE ON business_profiles FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_row();
CREATE TRIGGER stamp_row AFTER INSERT OR DELETE OR UPDATE ON day_tallies FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_row();
CREATE TRIGGER stamp_row AFTER INSERT OR DELETE OR UPDATE ON files FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_row();
CREATE TRIGGER stamp_row AFTER INSERT OR DELETE OR UPDATE ON memberships FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_row();
CREATE TRIGGER stamp_row AFTER INSERT OR DELETE OR UPDATE ON patients FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_row();
CREATE TRIGGER stamp_row AFTER INSERT OR DELETE OR UPDATE ON payment_tallies FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_row();
CREATE TRIGGER stamp_row AFTER INSERT OR DELETE OR UPDATE ON subscriptions FOR EACH ROW WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION stamp_row();
CREATE TRIGGER tally_added AFTER INSERT ON appointments REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION tally_added();
CREATE TRIGGER tally_changed AFTER UPDATE ON appointments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION follow_tallies();
CREATE TRIGGER tally_removed AFTER DELETE ON appointments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((current_setting('app.keeps'::text, true) IS DISTINCT FROM 'verb'::text)) EXECUTE FUNCTION follow_tallies();
CREATE TRIGGER visits_of_last_release BEFORE UPDATE OF appointment_date, appointment_time, status, arrived_at ON appointments FOR EACH ROW WHEN (((old.walk_in OR (old.started_at IS NOT NULL)) AND (current_setting('app.claims'::text, true) IS DISTINCT FROM 'verb'::text))) EXECUTE FUNCTION visits_of_last_release();
