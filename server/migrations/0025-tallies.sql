-- What a business's bookings add up to, kept as they are written: a screen that shows a sum reads a row a day, however many bookings there are.

create table day_tallies (
  tenant_id uuid not null references tenants (id),
  day date not null,
  scheduled int not null,
  completed int not null,
  cancelled int not null,
  no_show int not null,
  -- Amounts that are set, of bookings that are scheduled or completed: the one meaning of revenue.
  revenue_bookings int not null,
  revenue_paise bigint not null,
  primary key (tenant_id, day)
);
select isolate_tenant('day_tallies');
grant select, insert, update on day_tallies to samay_app;
grant select, insert, update, delete on day_tallies to samay_platform;

-- The same revenue by the text that each payment's method was noted with; '' where none was.
create table payment_tallies (
  tenant_id uuid not null references tenants (id),
  day date not null,
  payment_method text not null,
  bookings int not null,
  paise bigint not null,
  primary key (tenant_id, day, payment_method)
);
select isolate_tenant('payment_tallies');
grant select, insert, update on payment_tallies to samay_app;
grant select, insert, update, delete on payment_tallies to samay_platform;

-- And of each person, over all of their bookings.
alter table patients
  add column bookings int not null default 0,
  add column completed int not null default 0,
  add column cancelled int not null default 0,
  add column no_shows int not null default 0,
  add column prescriptions int not null default 0,
  add column revenue_paise bigint not null default 0;

create function is_revenue(status text, amount_paise bigint) returns boolean
language sql immutable parallel safe
return status in ('scheduled', 'completed') and amount_paise is not null;

-- A booking as the tallies see it: it comes (1) or goes (-1).
create type tally_change as (
  sign int, tenant_id uuid, day date, patient_id uuid, status text, amount_paise bigint, payment_method text, has_prescription boolean
);

-- People first, then days, then payments, each in the order of its key: whoever changes several waits for others in one order, so that no two
-- wait for each other.
create function tally(changes tally_change[]) returns void
language plpgsql as $$
begin
  update patients set bookings = patients.bookings + sums.bookings, completed = patients.completed + sums.completed,
      cancelled = patients.cancelled + sums.cancelled, no_shows = patients.no_shows + sums.no_shows,
      prescriptions = patients.prescriptions + sums.prescriptions, revenue_paise = patients.revenue_paise + sums.revenue_paise
    from (
      select tenant_id, patient_id, sum(sign) as bookings, coalesce(sum(sign) filter (where status = 'completed'), 0) as completed,
        coalesce(sum(sign) filter (where status = 'cancelled'), 0) as cancelled,
        coalesce(sum(sign) filter (where status = 'no_show'), 0) as no_shows,
        coalesce(sum(sign) filter (where has_prescription), 0) as prescriptions,
        coalesce(sum(sign * amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from unnest(changes)
      group by tenant_id, patient_id
      order by tenant_id, patient_id
    ) as sums
    where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id
      and (sums.bookings, sums.completed, sums.cancelled, sums.no_shows, sums.prescriptions, sums.revenue_paise) <> (0, 0, 0, 0, 0, 0);

  insert into day_tallies as tally (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise)
    select * from (
      select tenant_id, day, coalesce(sum(sign) filter (where status = 'scheduled'), 0) as scheduled,
        coalesce(sum(sign) filter (where status = 'completed'), 0) as completed,
        coalesce(sum(sign) filter (where status = 'cancelled'), 0) as cancelled,
        coalesce(sum(sign) filter (where status = 'no_show'), 0) as no_show,
        coalesce(sum(sign) filter (where is_revenue(status, amount_paise)), 0) as revenue_bookings,
        coalesce(sum(sign * amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
      from unnest(changes)
      group by tenant_id, day
    ) as sums
    where (scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise) <> (0, 0, 0, 0, 0, 0)
    order by tenant_id, day
  on conflict (tenant_id, day) do update set
    scheduled = tally.scheduled + excluded.scheduled, completed = tally.completed + excluded.completed,
    cancelled = tally.cancelled + excluded.cancelled, no_show = tally.no_show + excluded.no_show,
    revenue_bookings = tally.revenue_bookings + excluded.revenue_bookings, revenue_paise = tally.revenue_paise + excluded.revenue_paise;

  insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise)
    select * from (
      select tenant_id, day, payment_method, sum(sign) as bookings, sum(sign * amount_paise) as paise
      from unnest(changes)
      where is_revenue(status, amount_paise)
      group by tenant_id, day, payment_method
    ) as sums
    where (bookings, paise) <> (0, 0)
    order by tenant_id, day, payment_method
  on conflict (tenant_id, day, payment_method) do update set
    bookings = tally.bookings + excluded.bookings, paise = tally.paise + excluded.paise;
end
$$;

create function tally_change(sign int, booking appointments) returns tally_change
language sql immutable
return row(sign, booking.tenant_id, booking.appointment_date, booking.patient_id, booking.status, booking.amount_paise,
  coalesce(booking.payment_method, ''), booking.prescription_id is not null)::tally_change;

create function follow_tallies() returns trigger
language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then perform tally(array(select tally_change(1, added) from added));
    when 'DELETE' then perform tally(array(select tally_change(-1, removed) from removed));
    else perform tally(array(select tally_change(-1, removed) from removed union all select tally_change(1, added) from added));
  end case;
  return null;
end
$$;
-- A statement at a time, after the triggers of its rows: a thousand bookings of one day change that day once.
create trigger tally_added after insert on appointments referencing new table as added
  for each statement execute function follow_tallies();
create trigger tally_changed after update on appointments referencing old table as removed new table as added
  for each statement execute function follow_tallies();
create trigger tally_removed after delete on appointments referencing old table as removed
  for each statement execute function follow_tallies();

-- Counts everything anew, for bookings that were written while triggers were silent. As samay_platform.
create function tally_anew() returns void
language plpgsql as $$
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
$$;
set local role samay_platform;
select tally_anew();
reset role;
