-- One telephone number is often a family. A person is a number (without one, an e-mail) and a name, so that two patients' prescriptions do not
-- meet because they share a telephone (decisions/0027). 0031 to 0033 let several people have one number, beside servers that write bookings
-- between any two of these files; a move of data then tells apart those who were one.

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

-- As before (0022), but it names no index: while there are two that a new person may meet, the old one and the one that 0032 builds, a conflict
-- in either is waited for. With one named, two bookings at once for somebody new could fail in the other.
create or replace function find_patient() returns trigger
language plpgsql as $$
declare
  key text := person_key(new.person_email, new.person_contact);
begin
  if tg_op = 'UPDATE' and key = person_key(old.person_email, old.person_contact) then
    return new;
  end if;
  loop
    update patients set name = new.person_name, email = new.person_email, contact = coalesce(new.person_contact, contact),
        latest_date = greatest(latest_date, new.appointment_date)
      where tenant_id = new.tenant_id and person_key = key
      returning id into new.patient_id;
    exit when found;
    insert into patients (tenant_id, person_key, name, email, contact, latest_date)
      values (new.tenant_id, key, new.person_name, new.person_email, new.person_contact, new.appointment_date)
      on conflict do nothing
      returning id into new.patient_id;
    exit when found;
  end loop;
  return new;
end
$$;
-- The same trigger: to make it is to wait for those who are writing with the function as it was.
create or replace trigger find_patient before insert or update of person_name, person_email, person_contact on appointments
  for each row execute function find_patient();
