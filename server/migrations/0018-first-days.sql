-- The first days of a new business have the limit of the enterprise plan. A booking made in them takes no place of
-- the plan afterwards.
alter table subscriptions
  add column first_days_until date,
  add column first_days_told date;
alter table day_tallies add column first_days int not null default 0 check (first_days >= 0);

-- Recomputes all tallies from the bookings, for rows that were written without their verbs; called
-- by an operator, as samay_platform.
create or replace function recount_tallies() returns void
language plpgsql as $$
begin
  lock table appointments in share row exclusive mode;
  delete from payment_tallies;
  delete from day_tallies;
  update patients set bookings = 0, completed = 0, cancelled = 0, no_shows = 0, prescriptions = 0,
    revenue_paise = 0;
  update patients
    set bookings = sums.bookings, completed = sums.completed, cancelled = sums.cancelled,
      no_shows = sums.no_shows, prescriptions = sums.prescriptions, revenue_paise = sums.revenue_paise
    from (
      select tenant_id, patient_id, count(*) as bookings,
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled,
        count(*) filter (where status = 'no_show') as no_shows, count(prescription_id) as prescriptions,
        coalesce(sum(amount_paise), 0) as revenue_paise
      from appointments group by tenant_id, patient_id
    ) as sums
    where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id;
  insert into day_tallies (
      tenant_id, day, scheduled, completed, cancelled, no_show, uncounted, first_days, revenue_bookings, revenue_paise)
    select tenant_id, appointment_date, count(*) filter (where status = 'scheduled'),
      count(*) filter (where status = 'completed'), count(*) filter (where status = 'cancelled'),
      count(*) filter (where status = 'no_show'), count(*) filter (where not counts_in_plan),
      count(*) filter (where not counts_in_plan and source <> 'imported'),
      count(*) filter (where is_revenue(status, revenue_paise)),
      coalesce(sum(revenue_paise) filter (where is_revenue(status, revenue_paise)), 0)
    from appointments group by tenant_id, appointment_date order by tenant_id, appointment_date;
  insert into payment_tallies (tenant_id, day, payment_method, bookings, paise)
    select tenant_id, appointment_date, paid.method, count(*), sum(paid.paise::bigint)
    from appointments cross join lateral jsonb_each_text(paid_by) as paid (method, paise)
    where is_revenue(status, revenue_paise) group by 1, 2, 3 order by 1, 2, 3;
  insert into day_tallies as tally (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise, fee_paise)
    select tenant_id, kept_on, 0, 0, 0, 0, 0, 0, sum(revenue_paise) from appointments
    where kept_on is not null and revenue_paise > 0 group by 1, 2 order by 1, 2
    on conflict (tenant_id, day) do update set fee_paise = excluded.fee_paise;
  insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise, fee_paise)
    select tenant_id, kept_on, paid.method, 0, 0, sum(paid.paise::bigint)
    from appointments cross join lateral jsonb_each_text(paid_by) as paid (method, paise)
    where kept_on is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, day, payment_method) do update set fee_paise = excluded.fee_paise;
  insert into day_tallies as tally
    select tenant_id, taken_on, 0, 0, 0, 0, 0, 0, sum(paise) from payments where is_late group by 1, 2 order by 1, 2
    on conflict (tenant_id, day) do update set late_paise = excluded.late_paise;
  insert into payment_tallies as tally
    select tenant_id, taken_on, coalesce(method, ''), 0, 0, sum(paise) from payments where is_late
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, day, payment_method) do update set late_paise = excluded.late_paise;
end
$$;
