-- A person is called what their newest booking calls them: correcting an older one does not rename them. And whoever follows a change to a
-- person's bookings first waits for those that are being written, so that none is missed and no person goes while a booking comes.

create or replace function find_patient() returns trigger
language plpgsql as $$
declare
  key text := person_key(new.person_email, new.person_contact);
begin
  if tg_op = 'UPDATE' and key = person_key(old.person_email, old.person_contact) then
    return new;
  end if;
  insert into patients (tenant_id, person_key, name, email, contact, latest_date)
    values (new.tenant_id, key, new.person_name, new.person_email, new.person_contact, new.appointment_date)
    on conflict (tenant_id, person_key) do update
      set name = excluded.name, email = excluded.email, contact = coalesce(excluded.contact, patients.contact),
        latest_date = greatest(patients.latest_date, excluded.latest_date)
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
    update patients set latest_date = latest, name = newest.person_name, email = newest.person_email,
      contact = coalesce(newest.person_contact, patients.contact)
    from (
      select person_name, person_email, person_contact from appointments
      where tenant_id = new.tenant_id and patient_id = patient
      order by created_at desc, reference desc limit 1
    ) as newest
    where tenant_id = new.tenant_id and id = patient
      and (latest_date, name, email, contact) is distinct from
        (latest, newest.person_name, newest.person_email, coalesce(newest.person_contact, patients.contact));
  end loop;
  return null;
end
$$;
drop trigger follow_patient on appointments;
create trigger follow_patient after update of appointment_date, person_email, person_contact on appointments for each row
  when (old.appointment_date <> new.appointment_date or old.patient_id is distinct from new.patient_id
    or old.person_email <> new.person_email or old.person_contact is distinct from new.person_contact)
  execute function follow_patient();
