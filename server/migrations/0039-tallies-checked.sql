-- kept: day_tallies, the last release's servers write them through the triggers alone, and those count what the bookings add up to
-- kept: payment_tallies, the same
-- kept: patients, their counts the same
-- Tallies decide money and limits: a count below zero is refused, and rows are locked in the order of their keys, explicitly.

-- The same trigger: to make it is to wait for those who are writing a booking, since the function as it was may propose what is refused below.
create or replace trigger tally_changed after update on appointments referencing old table as removed new table as added
  for each statement execute function follow_tallies();

-- As 0025, but where a count goes down each table takes three steps: the rows that are missing come with zeros, all rows are locked in order,
-- then they are changed. An upsert would propose a negative row, which the checks below refuse before they see that the row exists.
create or replace function tally(changes tally_change[]) returns void
language plpgsql as $$
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
$$;

-- In the order in which a booking that is written takes them.
alter table patients add constraint patients_not_negative
  check (bookings >= 0 and completed >= 0 and cancelled >= 0 and no_shows >= 0 and prescriptions >= 0 and revenue_paise >= 0) not valid;
alter table day_tallies add constraint day_tallies_not_negative
  check (scheduled >= 0 and completed >= 0 and cancelled >= 0 and no_show >= 0 and revenue_bookings >= 0 and revenue_paise >= 0) not valid;
alter table payment_tallies add constraint payment_tallies_not_negative check (bookings >= 0 and paise >= 0) not valid;

-- A database whose tallies are wrong already is counted anew rather than left without its migration.
set local role samay_platform;
do $$
begin
  if exists (select from day_tallies where least(scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise) < 0)
    or exists (select from payment_tallies where least(bookings, paise) < 0)
    or exists (select from patients where least(bookings, completed, cancelled, no_shows, prescriptions, revenue_paise) < 0)
  then
    perform tally_anew();
  end if;
end
$$;
reset role;
alter table day_tallies validate constraint day_tallies_not_negative;
alter table payment_tallies validate constraint payment_tallies_not_negative;
alter table patients validate constraint patients_not_negative;
