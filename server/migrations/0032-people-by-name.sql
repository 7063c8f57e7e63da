-- One telephone number is often a family. A person is a number (without one, an e-mail) and a name, so that two patients' prescriptions do not
-- meet because they share a telephone (decisions/0027). This file lets several people have one number; 0033 tells apart those who were one.

-- A name as people are compared by it: without regard to case, spaces and forms of address. The index patients_person depends on it: who changes
-- it makes another function and another index. It asks no locale of the database, so that a name folds alike wherever the rows are moved: NFKD
-- parts a letter from its accents, the "C" collation lowers A to Z, and the letters of Latin, Greek and Cyrillic that have no parts are listed.
-- What is invisible is no difference. 'Baby of Meera' is somebody else than Meera, and Sri without a dot begins many a given name. At most 360
-- characters, which fit into an index: compatibility characters may stand for eighteen each.
create function fold_name(name text) returns text
language sql immutable parallel safe
return left(
  regexp_replace(
    btrim(regexp_replace(
      translate(
        lower(normalize(name, nfkd) collate "C"),
        U&'\00C6\0110\00D0\00D8\00DE\0141\0152' || 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩς' || 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐ'
          || U&'\00AD\200B\200C\200D\2060\FEFF',
        U&'\00E6\0111\00F0\00F8\00FE\0142\0153' || 'αβγδεζηθικλμνξοπρστυφχψωσ' || 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґ'
      ),
      '\s+', ' ', 'g'
    )),
    '^((dr|doctor|prof|mr|mrs|ms|miss|shri|shree|sri(?=[.])|smt|shrimati|kum|kumari|master|baby(?![. ]+of )'
      || '|श्री|श्रीमती|सुश्री|कुमारी|डॉ|डॉक्टर|திரு|திருமதி|செல்வி|செல்வன்|டாக்டர்)[. ]+)+(?=[^. ])',
    ''
  ),
  360
);

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
    values (new.tenant_id, key, new.person_name, new.person_email, new.person_contact, new.appointment_date)
    on conflict (tenant_id, person_key, fold_name(name)) do update
      set name = excluded.name, email = excluded.email, contact = coalesce(excluded.contact, patients.contact),
        latest_date = greatest(patients.latest_date, excluded.latest_date)
    returning id into new.patient_id;
  return new;
end
$$;

-- As before (0022), by the newest booking that bears the person's own name: until 0033 a person may have others.
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
    update patients set name = newest.person_name, email = newest.person_email, contact = coalesce(newest.person_contact, patients.contact)
    from (
      select person_name, person_email, person_contact from appointments
      where tenant_id = new.tenant_id and patient_id = patient
        and fold_name(person_name) = (select fold_name(name) from patients where tenant_id = new.tenant_id and id = patient)
      order by created_at desc, reference desc limit 1
    ) as newest
    where tenant_id = new.tenant_id and id = patient
      and (name, email, contact) is distinct from
        (newest.person_name, newest.person_email, coalesce(newest.person_contact, patients.contact));
  end loop;
  return null;
end
$$;

-- Bookings first: who writes one holds its table before the people's.
create or replace trigger follow_patient after update of appointment_date, person_name, person_email, person_contact on appointments for each row
  when (old.appointment_date <> new.appointment_date or old.patient_id is distinct from new.patient_id
    or old.person_name <> new.person_name or old.person_email <> new.person_email
    or old.person_contact is distinct from new.person_contact)
  execute function follow_patient();

create unique index patients_person on patients (tenant_id, person_key, fold_name(name));
alter table patients drop constraint patients_tenant_id_person_key_key;
