-- People are looked up while their number or name is typed, and two of them may be merged (docs/decisions/0055-people.md).
set local lock_timeout = '100ms';

-- The person with whom this one is shown. Bookings stay with whom they name, so that to end a merge is to empty these columns. No foreign key: it
-- would lock that person at the second change of this one in a transaction, so also for a booking that names this one, after this one.
-- 0072 has triggers in its place.
-- kept: patients, the last release writes neither column
alter table patients
  add column merged_into uuid,
  add column merged_at timestamptz;
alter table patients
  add constraint patients_merged check ((merged_into is null) = (merged_at is null) and merged_into <> id) not valid;

-- People whose number begins with these digits, then those whose number, name or email contains the pattern, of each at most `most`; where there
-- are more, also those of the `latest` people with the latest bookings. `digits` is null where the text is no number. As search_bookings (0057):
-- LIKE is not leakproof, so row security would keep it from its index; the function names the tenant itself.
create function look_up_people(pattern text, digits text, most int, latest int) returns setof uuid
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
      where patients.tenant_id = tenant and patients.person_key between digits and rpad(digits, 10, '9') and starts_with(patients.person_key, digits)
      limit most;
    get diagnostics found_before = row_count;
  end if;
  if found_before = most then
    return;
  end if;
  -- Within the query, a limit would be a reason to walk along another index.
  return query
    with found as materialized (select patients.id from patients where patients.tenant_id = tenant and patients.search_text like pattern)
    select found.id from found limit most;
  get diagnostics found_before = row_count;
  if found_before = most then
    return query
      with newest as materialized (
        select patients.id, patients.search_text from patients where patients.tenant_id = tenant
        order by patients.latest_date desc, patients.id desc limit latest
      )
      select newest.id from newest where newest.search_text like pattern limit most;
  end if;
end
$$;
alter function look_up_people owner to samay_platform;
revoke execute on function look_up_people from public;
grant execute on function look_up_people to samay_app;
