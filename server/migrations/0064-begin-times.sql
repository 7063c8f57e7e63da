-- What a business had before time had tables becomes its resources, its first service and its weekly hours (docs/decisions/0050-times-of-before.md).

-- The time of day of a word of onboarding such as '9 AM' or '12:30 pm'; null for any other. As minutesOf of the contract reads it.
create function time_of_word(word text) returns time
language sql immutable parallel safe
return (
  select make_time(hour % 12 + case half when 'p' then 12 else 0 end, minute, 0)
  from (
    select parts[1]::int as hour, coalesce(parts[2], '0')::int as minute, lower(parts[3]) as half
    from regexp_match(word, '^\s*([0-9]{1,2})(?::([0-5][0-9]))?\s*([ap])\.?m\.?\s*$', 'i') as parts
  ) as read
  where hour between 1 and 12
);

-- Weekly hours of onboarding's words. Where no slot can be read it is open all day on its days; without readable days, on every day; with neither
-- there is no row, which means always open.
create function hours_of_words(slots jsonb, days text[]) returns table (weekday smallint, opens time, closes time)
language sql immutable parallel safe
as $$
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
$$;

-- Gives a business its resources, its first service and its weekly hours, unless it has a service already: once, however often and by however many
-- at once it is called. A business that is not set up has no type yet and gets nothing. Past row security, because it reads who its doctors are.
create function begin_times(tenant uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  profile record;
  since date := (now() at time zone 'Asia/Kolkata')::date - 90;
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

  if not exists (select from resources where tenant_id = tenant) then
    if profile.business_type = 'turf' then
      insert into resources (tenant_id, kind, name) values (tenant, 'court', profile.name);
    else
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
      insert into resources (tenant_id, kind, name, member_id, colour, position)
        select tenant, 'practitioner', name, member_id,
          ('{teal,blue,violet,pink,orange,green,cyan,grape,lime,red}'::text[])[1 + (place - 1) % 10], place - 1
        from found_doctors
        -- As many as can be put in order. The least used names stay text.
        where place <= 200;
    end if;
  end if;
  insert into weekly_hours (tenant_id, weekday, opens, closes)
    select tenant, weekday, opens, closes from hours_of_words(profile.time_slots, profile.operating_days)
    where not exists (select from weekly_hours where tenant_id = tenant and resource_id is null);
  insert into services (tenant_id, name, duration_min) values (
    tenant,
    case profile.business_type when 'turf' then 'Turf Booking' else 'General Consultation' end,
    case profile.business_type when 'turf' then 60 else 30 end
  );
  perform stamp_change(tenant);
end
$$;
alter function begin_times(uuid) owner to samay_platform;
revoke execute on function begin_times(uuid) from public;
grant execute on function begin_times(uuid) to samay_app;
