-- Finds bookings with what a list is ordered, filtered and counted by, so that a search reads its matches once. As search_appointments and
-- search_patients (0026, 0014): LIKE is not leakproof, so row security would keep it from its index; the function names the tenant itself.
-- `digits` is null where the text is no telephone number.
create function search_bookings(pattern text, digits text, most int)
returns table (id uuid, status text, appointment_date date, appointment_time time)
language plpgsql stable security definer rows 200
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  tenant uuid := current_tenant_id();
begin
  -- Within the query, a limit would be a reason to walk along another index.
  if digits is null then
    return query
      with found as materialized (
        select appointments.id, appointments.status, appointments.appointment_date, appointments.appointment_time
        from appointments where appointments.tenant_id = tenant and appointments.search_text like pattern
      )
      select found.id, found.status, found.appointment_date, found.appointment_time from found limit most;
  else
    return query
      with found as materialized (
        select appointments.id, appointments.status, appointments.appointment_date, appointments.appointment_time
        from appointments where appointments.tenant_id = tenant and appointments.search_text like pattern
      ), people as materialized (
        select patients.id, patients.person_key from patients
        where patients.tenant_id = tenant and patients.search_text like '%' || digits || '%'
      ), named as (
        select found.id, found.status, found.appointment_date, found.appointment_time from found
        union
        -- The key of a person without a number is an email address.
        select appointments.id, appointments.status, appointments.appointment_date, appointments.appointment_time
        from people
        -- By the index for each person, however many the planner expects: all bookings of the business would be read instead.
        cross join lateral (
          select of_person.id, of_person.status, of_person.appointment_date, of_person.appointment_time
          from appointments as of_person where of_person.tenant_id = tenant and of_person.patient_id = people.id offset 0
        ) as appointments
        where people.person_key !~ '\D' and position(digits in people.person_key) > 0
      )
      select named.id, named.status, named.appointment_date, named.appointment_time from named limit most;
  end if;
end
$$;
alter function search_bookings owner to samay_platform;
revoke execute on function search_bookings from public;
grant execute on function search_bookings to samay_app;
