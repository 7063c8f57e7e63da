-- Returns the time of day of a word of onboarding such as '9 AM' or '12:30 pm'; null for any other.
-- minutesOf of the contract does likewise.
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

-- Returns the weekly hours of onboarding's words. Without a readable slot the business is open all
-- day on its days; without readable days, on every day; without either there is no row, which means
-- always open.
create function hours_of_words(slots jsonb, days text[])
returns table (weekday smallint, opens time, closes time)
language sql immutable parallel safe
as $$
  with
    read_slots as (
      select distinct time_of_word(slot ->> 'start_time') as opens, time_of_word(slot ->> 'end_time') as closes
      from jsonb_array_elements(slots) as listed (slot)
      where time_of_word(slot ->> 'start_time') is not null and time_of_word(slot ->> 'end_time') is not null
    ),
    read_days as (
      select distinct
        array_position('{Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}', day)::smallint as weekday
      from unnest(days) as listed (day)
      where day = any ('{Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}')
    ),
    all_slots as (
      select opens, closes from read_slots
      union all
      select time '00:00', time '00:00'
      where not exists (select from read_slots) and exists (select from read_days)
    ),
    all_days as (
      select weekday from read_days
      union all
      select generate_series(1, 7)::smallint where not exists (select from read_days)
    )
  select all_days.weekday, all_slots.opens, all_slots.closes from all_days cross join all_slots
$$;

-- Gives a new business its doctors or its court, its weekly hours and its first service. Each row
-- is inserted by its values: on Citus other inserts use COPY, which row security refuses.
create function begin_times(tenant uuid) returns void
language plpgsql set search_path = public, pg_temp
as $$
declare
  colours text[] := '{teal,blue,violet,pink,orange,green,cyan,grape,lime,red}';
  profile record;
  doctor record;
  hours record;
  is_turf boolean;
begin
  select business_type, time_slots, operating_days,
      left(coalesce(nullif(btrim(business_name), ''), tenants.name), 120) as name
    into strict profile
    from business_profiles join tenants on tenants.id = business_profiles.tenant_id
    where business_profiles.tenant_id = tenant;
  is_turf := profile.business_type = 'turf';
  if is_turf then
    insert into resources (tenant_id, kind, name) values (tenant, 'court', profile.name);
  else
    for doctor in
      with members as (
        select users.id as member_id, row_number() over (order by memberships.created_at, users.id) as place,
          left(coalesce(nullif(btrim(full_name), ''), split_part(email, '@', 1)), 120) as name
        from memberships join users on users.id = memberships.user_id
        where memberships.tenant_id = tenant and memberships.role = 'DOCTOR' and users.deleted_at is null
      )
      select member_id, place, name from members
      union all
      select null, 1, 'Default Doctor' where not exists (select from members)
      order by place
    loop
      insert into resources (tenant_id, kind, name, member_id, colour, position) values (
        tenant, 'practitioner', doctor.name, doctor.member_id, colours[1 + (doctor.place - 1) % 10],
        doctor.place - 1);
    end loop;
  end if;
  for hours in
    select weekday, opens, closes from hours_of_words(profile.time_slots, profile.operating_days)
  loop
    insert into weekly_hours (tenant_id, weekday, opens, closes)
      values (tenant, hours.weekday, hours.opens, hours.closes);
  end loop;
  if is_turf then
    insert into services (tenant_id, name, duration_min, priced_per) values (tenant, 'Turf Booking', 60, 'hour');
  else
    insert into services (tenant_id, name, duration_min) values (tenant, 'General Consultation', 30);
  end if;
end
$$;
