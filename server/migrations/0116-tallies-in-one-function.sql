-- As 0098, with what tally_day and tally_payment do for a booking that comes: called from here, each cost an executor of its own beside the one of its
-- statement (docs/decisions/0081-what-a-create-costs.md).
create or replace function keep_added(
  tenant uuid, called text, given_email text, given_contact text, on_day date, state text, paise int, method text, prescribed boolean
) returns uuid
language plpgsql as $$
declare
  key text := person_key(given_email, given_contact);
  folded text := fold_name(called);
  earns boolean := is_revenue(state, paise);
  earned int := case when earns then paise end;
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
  insert into day_tallies as tally (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
    values (tenant, on_day, (state = 'scheduled')::int, (state = 'completed')::int, (state = 'cancelled')::int, (state = 'no_show')::int,
      earns::int, coalesce(earned, 0))
    on conflict (tenant_id, day) do update set
      scheduled = tally.scheduled + excluded.scheduled, completed = tally.completed + excluded.completed,
      cancelled = tally.cancelled + excluded.cancelled, no_show = tally.no_show + excluded.no_show,
      revenue_bookings = tally.revenue_bookings + excluded.revenue_bookings, revenue_paise = tally.revenue_paise + excluded.revenue_paise;
  if earns then
    insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise)
      values (tenant, on_day, coalesce(method, ''), 1, earned)
      on conflict (tenant_id, day, payment_method) do update set bookings = tally.bookings + 1, paise = tally.paise + excluded.paise;
  end if;
  return person;
end
$$;
