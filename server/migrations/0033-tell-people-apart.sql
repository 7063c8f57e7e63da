-- Those whom one number made one person are told apart by their bookings' names. In one transaction: while it runs, no booking is written, and
-- all are read. Nothing is announced, and no booking counts as changed (decisions/0027).

-- Also before who has locked a booking to change it: one of the two would wait for the other's row while that waits for this table.
lock table appointments in exclusive mode;
alter table appointments disable trigger user;

-- The names of those who have several, each folded once.
create table names_of_people (tenant_id uuid, patient_id uuid, person_name text, folded text, own_id uuid);
grant select, insert, update on names_of_people to samay_platform;
set local role samay_platform;

insert into names_of_people (tenant_id, patient_id, person_name, folded)
  select tenant_id, patient_id, person_name, fold_name(person_name) from (
    select distinct appointments.tenant_id, patient_id, person_name
    from appointments join patients on patients.tenant_id = appointments.tenant_id and patients.id = appointments.patient_id
    where person_name <> name
  ) as other_names;

-- Another way of writing the person's own name is no other name.
update names_of_people set own_id = patient_id from patients
  where patients.tenant_id = names_of_people.tenant_id and patients.id = patient_id and fold_name(name) = folded;

insert into patients (tenant_id, person_key, name, email, contact, latest_date)
  select distinct on (named.tenant_id, named.patient_id, folded) named.tenant_id, person_key, appointments.person_name, person_email,
    person_contact, appointment_date
  from names_of_people as named
  join patients on patients.tenant_id = named.tenant_id and patients.id = named.patient_id
  join appointments on appointments.tenant_id = named.tenant_id and appointments.patient_id = named.patient_id
    and appointments.person_name = named.person_name
  where own_id is null
  order by named.tenant_id, named.patient_id, folded, appointments.created_at desc, reference desc
  on conflict (tenant_id, person_key, fold_name(name)) do nothing;

update names_of_people set own_id = own.id
  from patients as held join patients as own on own.tenant_id = held.tenant_id and own.person_key = held.person_key
  where own_id is null and held.tenant_id = names_of_people.tenant_id and held.id = names_of_people.patient_id and fold_name(own.name) = folded;

update appointments set patient_id = own_id from names_of_people as named
  where named.tenant_id = appointments.tenant_id and named.patient_id = appointments.patient_id
    and named.person_name = appointments.person_name and own_id <> named.patient_id;

update patients set name = sums.name, email = sums.email, contact = sums.contact, latest_date = sums.latest_date,
    bookings = sums.bookings, completed = sums.completed, cancelled = sums.cancelled, no_shows = sums.no_shows,
    prescriptions = sums.prescriptions, revenue_paise = sums.revenue_paise
  from (
    select tenant_id, patient_id, max(appointment_date) as latest_date,
      (array_agg(person_name order by created_at desc, reference desc))[1] as name,
      (array_agg(person_email order by created_at desc, reference desc))[1] as email,
      (array_agg(person_contact order by created_at desc, reference desc) filter (where person_contact is not null))[1] as contact,
      count(*) as bookings, count(*) filter (where status = 'completed') as completed,
      count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'no_show') as no_shows,
      count(prescription_id) as prescriptions,
      coalesce(sum(amount_paise) filter (where is_revenue(status, amount_paise)), 0) as revenue_paise
    from appointments
    where (tenant_id, patient_id) in (
      select tenant_id, unnest(array[patient_id, own_id]) from names_of_people where own_id <> patient_id
    )
    group by tenant_id, patient_id
  ) as sums
  where patients.tenant_id = sums.tenant_id and patients.id = sums.patient_id;

delete from patients using names_of_people as named
  where patients.tenant_id = named.tenant_id and patients.id = named.patient_id and own_id <> named.patient_id
    and not exists (select from appointments where appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id);

reset role;
drop table names_of_people;
alter table appointments enable trigger user;
