-- Raises the change stamp of a business; called once a transaction, with its commit. It uses the
-- clock: stamps after the restore of a backup differ from those given before.
create function raise_stamp(tenant uuid) returns void
language plpgsql as $$
begin
  insert into change_stamps as stamps (tenant_id, stamp)
    values (tenant, extract(epoch from clock_timestamp()) * 1000000)
    on conflict (tenant_id) do update set stamp = greatest(stamps.stamp + 1, excluded.stamp);
end
$$;

-- The following functions fold names and telephone numbers for indexes and columns: a change of one
-- requires rebuilding these. The contract folds typed text in the same way (core/fold.ts,
-- core/telephone.ts); server/src/db/fold-alike.test.ts compares both on one list. They use no
-- locale, so that a text folds alike on every server. A text in ASCII skips the work for other
-- scripts.

-- Writes the digits of India's scripts, of Urdu, Arabic and full width as 0 to 9.
create function ascii_digits(given text) returns text
language plpgsql immutable parallel safe as $$
begin
  if octet_length(given) = length(given) then
    return given;
  end if;
  return translate(given,
    U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
      '\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
      '\0A66\0A67\0A68\0A69\0A6A\0A6B\0A6C\0A6D\0A6E\0A6F\0AE6\0AE7\0AE8\0AE9\0AEA\0AEB\0AEC\0AED\0AEE\0AEF'
      '\0B66\0B67\0B68\0B69\0B6A\0B6B\0B6C\0B6D\0B6E\0B6F\0BE6\0BE7\0BE8\0BE9\0BEA\0BEB\0BEC\0BED\0BEE\0BEF'
      '\0C66\0C67\0C68\0C69\0C6A\0C6B\0C6C\0C6D\0C6E\0C6F\0CE6\0CE7\0CE8\0CE9\0CEA\0CEB\0CEC\0CED\0CEE\0CEF'
      '\0D66\0D67\0D68\0D69\0D6A\0D6B\0D6C\0D6D\0D6E\0D6F\1946\1947\1948\1949\194A\194B\194C\194D\194E\194F'
      '\1C40\1C41\1C42\1C43\1C44\1C45\1C46\1C47\1C48\1C49\1C50\1C51\1C52\1C53\1C54\1C55\1C56\1C57\1C58\1C59'
      '\A8D0\A8D1\A8D2\A8D3\A8D4\A8D5\A8D6\A8D7\A8D8\A8D9\ABF0\ABF1\ABF2\ABF3\ABF4\ABF5\ABF6\ABF7\ABF8\ABF9'
      '\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
    repeat('0123456789', 17));
end
$$;

-- Removes invisible differences: encodings of letters, apostrophes, dashes and spaces, case, and
-- characters without a glyph. NFKD separates a letter from its marks, and the "C" collation lowers
-- A to Z; capitals without a decomposition are listed.
create function plain_text(given text) returns text
language plpgsql immutable parallel safe as $$
begin
  if octet_length(given) > length(given) then
    given := translate(given,
      U&'\00B4\02B9\02BB\02BC\02C8\02CA\02CB\2018\2019\201A\201B\2032\2035\FF07'
        || U&'\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D',
      repeat('''', 14) || repeat('-', 10));
    given := regexp_replace(given,
      '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E'
        || '\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0]',
      '', 'g');
    -- Malayalam's letters that end a syllable, in the spelling without their own code points.
    given := regexp_replace(normalize(given, nfkd), '([\u0D7A-\u0D7F])', U&'\\1\0D4D', 'g');
    given := translate(given,
      'ÆĐÐØÞŁŒΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐ'
        || U&'\0D7A\0D7B\0D7C\0D7D\0D7E\0D7F',
      'æđðøþłœαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґ'
        || U&'\0D23\0D28\0D30\0D32\0D33\0D15');
    given := regexp_replace(given, '[\u0085\u1680\u2028\u2029]', ' ', 'g');
  end if;
  return btrim(regexp_replace(lower(replace(given, '`', '''') collate "C"), '[\t-\r ]+', ' ', 'g'));
end
$$;

-- Folds a name for the identity of a person: as above, and without forms of address. 'Baby of
-- Meera' is another person than Meera, and Sri without a dot begins many a given name. The result
-- fits into an index.
create function fold_name(name text) returns text
language plpgsql immutable parallel safe as $$
declare
  titles constant text[] := array[
    'dr', 'doctor', 'prof', 'professor', 'mr', 'mrs', 'ms', 'miss', 'shri', 'shree', 'smt',
    'shrimati', 'kum', 'kumari', 'master', 'श्री', 'श्रीमती', 'सुश्री', 'कुमारी', 'डॉ', 'डॉक्टर',
    'திரு', 'திருமதி', 'செல்வி', 'செல்வன்', 'டாக்டர்', 'શ્રીમતી', 'ડૉ', 'শ্রীমতী', 'ডা', 'ডাঃ',
    'ಶ್ರೀಮತಿ', 'ಡಾ', 'శ్రీమతి', 'డా', 'ശ്രീമതി', 'ഡോ', 'ਸ਼੍ਰੀਮਤੀ', 'ਡਾ', 'ଶ୍ରୀମତୀ', 'ଡା'];
  titles_with_dot constant text[] := array[
    'sri', 'capt', 'col', 'adv', 'er', 'શ્રી', 'শ্রী', 'ಶ್ರೀ', 'శ్రీ', 'ശ്രീ', 'ਸ਼੍ਰੀ', 'ଶ୍ରୀ',
    'ஸ்ரீ'];
  folded text := public.plain_text(name);
  word text;
  rest text;
begin
  loop
    word := substring(folded from '^([^. ]+)[. ]+[^. ]');
    rest := substr(folded, length(word) + 1);
    exit when (word = any (titles) or word = any (titles_with_dot) and starts_with(rest, '.')
      or word = 'baby' and ltrim(rest, '. ') not like 'of %') is not true;
    folded := ltrim(rest, '. ');
  end loop;
  return left(folded, 360);
end
$$;

-- Folds a text for search: without marks, dots and other punctuation, and with initials together.
create function fold_text(given text) returns text
language plpgsql immutable parallel safe as $$
begin
  given := replace(public.plain_text(given), '''', '');
  if octet_length(given) > length(given) then
    given := regexp_replace(given,
      '[\u0300-\u036F\u064B-\u065F\u0670\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC\u1AB0-\u1ACE'
        || '\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]',
      '', 'g');
    given := replace(replace(replace(replace(given, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
    given := translate(public.ascii_digits(given),
      'øłđðı' || U&'\0901\0981\0A01\0A81\0B01\0C01\0C81\064A\0649\0643',
      'olddi' || U&'\0902\0982\0A02\0A82\0B02\0C02\0C82\06CC\06CC\06A9');
  end if;
  return regexp_replace(btrim(regexp_replace(given, '[ .,;:()/"-]+', ' ', 'g')),
    '(?<![^ ])([a-z]) (?=[a-z](?: |$))', '\1', 'g');
end
$$;

-- Writes the digits of a contact, and the characters between them, in ASCII.
create function plain_contact(contact text) returns text
language plpgsql immutable parallel safe as $$
begin
  if octet_length(contact) > length(contact) then
    contact := replace(regexp_replace(public.ascii_digits(contact),
      '[\u00A0\u00AD\u00B7\u034F\u061C\u1680\u180E\u2000-\u2015\u2022\u2027-\u202F\u205F-\u206F'
        || '\u2212\u2800\u3000\uFE58\uFE63\uFEFF\uFF0D\uFF0E]',
      ' ', 'g'), U&'\FF0B', '+');
  end if;
  return translate(contact, E'\t_~', '   ');
end
$$;

-- Folds a contact for search: each telephone number without gaps.
create function fold_contact(contact text) returns text
language plpgsql immutable parallel safe as $$
begin
  return public.fold_text(
    regexp_replace(public.plain_contact(contact), '([0-9])[ ().-]+(?=[0-9])', '\1', 'g'));
end
$$;

-- Returns the first telephone number of a contact in its normal form: ten digits for one of India
-- with its area code, '+' and digits for one abroad, the digits to dial for a local or a service
-- number. Null where the contact has none.
create function telephone(contact text) returns text
language plpgsql immutable parallel safe as $$
declare
  -- The characters that may separate two digits. In the forms below it is an underscore.
  gap constant text := '[ ().-]*';
  -- An Indian number ends before anything but a digit, or before a whole mobile number.
  ends constant text := '(?:(?![0-9])|(?=[6-9][0-9]{9}(?![0-9])))';
  run text;
  number text := substring(contact from '^(?:[+]91|0)?[ -]?([1-9][0-9]{4}[ -]?[0-9]{5})$');
begin
  -- The usual form.
  if number is not null then
    return translate(number, ' -', '');
  end if;
  for run in
    select matches[1] from regexp_matches(
      public.plain_contact(contact), replace('(?:[+]_)?[0-9](?:_[0-9])*', '_', gap), 'g') as matches
  loop
    number := coalesce(
      substring(run from replace('^(?:[+]_)?(?:0_)*9_1_(?:0_)*([1-9](?:_[0-9]){9})', '_', gap) || ends),
      substring(run from replace('^(?:0_)?([1-9](?:_[0-9]){9})', '_', gap) || ends));
    if number is not null then
      return regexp_replace(number, '\D', '', 'g');
    end if;
    number := substring(run from replace('^(?:[+]|0_0)_([1-9](?:_[0-9]){5,14})(?![0-9])', '_', gap));
    if number is not null then
      number := '+' || regexp_replace(replace(number, '(0)', ''), '\D', '', 'g');
      -- An Indian number without its area code.
      number := regexp_replace(number, '^[+]910*', '');
    else
      -- The first of two local numbers, or all digits.
      number := coalesce(
        substring(run from replace('^([0-9](?:_[0-9]){5,8})(?=[ ().-]_[0-9](?:_[0-9]){5})', '_', gap)), run);
      number := ltrim(regexp_replace(number, '\D', '', 'g'), '0');
    end if;
    if length(number) >= 6 then
      return number;
    end if;
  end loop;
  return null;
end
$$;

-- Returns the identity of a person in addition to the name: the telephone number, otherwise the
-- email, otherwise the contact as written.
create function person_key(email text, contact text) returns text
language plpgsql immutable parallel safe as $$
begin
  return coalesce(public.telephone(contact), lower(email), lower(btrim(contact)));
end
$$;
