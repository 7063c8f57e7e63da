-- A booking may have a contact number and no email (docs/decisions/0054-email-may-be-missing.md). The two triggers that keep people accept null;
-- both are those of 0033 but for the email. Whoever replaces them next keeps these rules:
--
-- - `patients.email` stays not null, because `search_text` is generated from it: '' means that none is known, and the API answers null.
-- - A booking without an email never removes one that is known: find_patient keeps the person's, follow_patient takes that of the newest booking
--   under the person's own name that has one, and '' where none has.
-- - The trigger's condition compares emails by `is distinct from`, as it did contacts: a removed email is a change.
set local lock_timeout = '100ms';

create or replace trigger follow_patient after update of appointment_date, person_name, person_email, person_contact on appointments for each row
  when (old.appointment_date <> new.appointment_date or old.patient_id is distinct from new.patient_id
    or old.person_name <> new.person_name or old.person_email is distinct from new.person_email
    or old.person_contact is distinct from new.person_contact)
  execute function follow_patient();

create or replace function find_patient() returns trigger
language plpgsql as $$
declare
  key text := person_key(new.person_email, new.person_contact);
  folded text := fold_name(new.person_name);
begin
  if tg_op = 'UPDATE' then
    if key = person_key(old.person_email, old.person_contact) and folded = fold_name(old.person_name) then
      return new;
    end if;
    -- Both people, in the order in which follow_patient takes them: two bookings that change places do not wait for each other.
    perform from patients
      where tenant_id = new.tenant_id and (id = old.patient_id or person_key = key and fold_name(name) = folded)
      order by id for update;
  end if;
  insert into patients (tenant_id, person_key, name, email, contact, latest_date)
    values (new.tenant_id, key, new.person_name, coalesce(new.person_email, ''), new.person_contact, new.appointment_date)
    on conflict (tenant_id, person_key, fold_name(name)) do update
      set name = excluded.name, email = coalesce(nullif(excluded.email, ''), patients.email),
        contact = coalesce(excluded.contact, patients.contact), latest_date = greatest(patients.latest_date, excluded.latest_date)
    returning id into new.patient_id;
  return new;
end
$$;

create or replace function follow_patient() returns trigger
language plpgsql as $$
declare
  patient uuid;
  latest date;
begin
  for patient in select distinct unnest(array[old.patient_id, new.patient_id]) order by 1 loop
    -- Each statement after this one sees what was committed while it waited.
    perform from patients where tenant_id = new.tenant_id and id = patient for update;
    select max(appointment_date) into latest from appointments where tenant_id = new.tenant_id and patient_id = patient;
    if latest is null then
      delete from patients where tenant_id = new.tenant_id and id = patient;
      continue;
    end if;
    update patients set latest_date = latest where tenant_id = new.tenant_id and id = patient and latest_date <> latest;
    update patients set name = newest.person_name, email = newest.known_email, contact = coalesce(newest.person_contact, patients.contact)
    from (
      select person_name, person_contact, coalesce(first_value(person_email) over (
          order by person_email is null, created_at desc, reference desc), '') as known_email
      from appointments
      where tenant_id = new.tenant_id and patient_id = patient
        and fold_name(person_name) = (select fold_name(name) from patients where tenant_id = new.tenant_id and id = patient)
      order by created_at desc, reference desc limit 1
    ) as newest
    where tenant_id = new.tenant_id and id = patient
      and (name, email, contact) is distinct from
        (newest.person_name, newest.known_email, coalesce(newest.person_contact, patients.contact));
  end loop;
  return null;
end
$$;

-- The business's own UPI id, for the QR code that asks a person to pay. Null: no code is offered.
alter table business_profiles
  add column upi_id text check (upi_id ~ '^[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9]{1,63}$');
grant update (upi_id) on business_profiles to samay_app;
