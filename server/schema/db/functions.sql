-- Raises the change stamp of a business; called once a transaction, with its commit. It takes a row
-- that no other transaction holds and adds one where all are held, so that it waits for nobody.
create function raise_stamp(tenant uuid) returns void
language plpgsql as $$
declare
  -- The clock: stamps that count on from a restored backup differ from those that were given
  -- before.
  instant bigint := extract(epoch from clock_timestamp()) * 1000000;
  free uuid;
begin
  select slot into free from change_stamps where tenant_id = tenant limit 1 for update skip locked;
  if found then
    update change_stamps set stamp = greatest(stamp + 1, instant) where tenant_id = tenant and slot = free;
  else
    insert into change_stamps (tenant_id, slot, stamp) values (tenant, gen_random_uuid(), instant);
  end if;
end
$$;

-- Folds a name for comparison: case, accents, spaces, forms of address and invisible characters
-- make no difference. 'Baby of Meera' is somebody else than Meera, and Sri without a dot begins
-- many a given name. It asks no locale, so that a name folds alike on every server: NFKD parts a
-- letter from its accents, the "C" collation lowers A to Z, and the letters of Latin, Greek and
-- Cyrillic that have no parts are listed. The result fits into an index. Indexes rest on it:
-- another folding is another function and another index.
create function fold_name(name text) returns text
language sql immutable parallel safe
return left(
  regexp_replace(
    btrim(regexp_replace(
      translate(
        lower(normalize(name, nfkd) collate "C"),
        U&'\00C6\0110\00D0\00D8\00DE\0141\0152' || 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩς'
          || 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐ' || U&'\00AD\200B\200C\200D\2060\FEFF',
        U&'\00E6\0111\00F0\00F8\00FE\0142\0153' || 'αβγδεζηθικλμνξοπρστυφχψωσ'
          || 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґ'
      ),
      '\s+', ' ', 'g'
    )),
    '^((dr|doctor|prof|mr|mrs|ms|miss|shri|shree|sri(?=[.])|smt|shrimati|kum|kumari|master'
      || '|baby(?![. ]+of )|श्री|श्रीमती|सुश्री|कुमारी|डॉ|डॉक्टर|திரு|திருமதி|செல்வி|செல்வன்|டாக்டர்)[. ]+)+(?=[^. ])',
    ''
  ),
  360
);

-- Returns what tells people apart besides their name: the last ten digits of a telephone number,
-- without one the email, without that a shorter number as it is written.
create function person_key(email text, contact text) returns text
language sql immutable parallel safe
return case
  when length(regexp_replace(contact, '\D', '', 'g')) >= 10 then right(regexp_replace(contact, '\D', '', 'g'), 10)
  when email is not null then lower(email)
  else lower(trim(contact))
end;
