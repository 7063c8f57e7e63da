-- As 0057, whose statements were planned at every search: that took longer than most of them. Each is of one table now, so that its plan is kept, on Citus
-- too (docs/decisions/0079-what-citus-plans.md). Bookings are found by what is written in them or by whom they are of, which is one scan of two indexes.
--
-- Sequential and plain index scans are off: a plan without values takes any pattern, and the limit, for a reason to walk along another index.
create or replace function search_bookings(pattern text, digits text, most int)
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
  people uuid[];
begin
  if digits is not null then
    -- The key of a person without a number is an email address.
    select array_agg(patients.id) into people from patients
      where patients.tenant_id = tenant and patients.search_text like '%' || digits || '%'
        and patients.person_key !~ '\D' and position(digits in patients.person_key) > 0;
  end if;
  return query
    select appointments.id, appointments.status, appointments.appointment_date, appointments.appointment_time from appointments
    where appointments.tenant_id = tenant and (appointments.search_text like pattern or appointments.patient_id = any(people))
    limit most;
end
$$;
alter function search_patients set plan_cache_mode = force_generic_plan;
