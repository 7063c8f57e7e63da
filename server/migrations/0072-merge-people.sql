-- A merge shows one person with another and moves no booking (docs/decisions/0055-people.md): a booking's person is always whom it names, also where a
-- server of the last release writes it, and to end a merge restores everything.
set local lock_timeout = '100ms';

alter table patients validate constraint patients_merged;

-- A merge is one step, within a business: nobody is shown with a person who is shown with a third.
create function refuse_merge_chain() returns trigger
language plpgsql as $$
begin
  -- Whoever merges or removes that person waits here or has been waited for, so that each statement after this one sees it.
  perform from patients where tenant_id = new.tenant_id and id = new.merged_into for no key update;
  if not found
    or exists (select from patients where tenant_id = new.tenant_id and id = new.merged_into and merged_into is not null)
    or exists (select from patients where tenant_id = new.tenant_id and merged_into = new.id) then
    raise exception 'a person is merged into another one of the business, and neither of them into a third' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger refuse_merge_chain before insert or update of merged_into on patients
  for each row when (new.merged_into is not null) execute function refuse_merge_chain();

create function refuse_merge_into_nobody() returns trigger
language plpgsql as $$
begin
  if exists (select from patients where tenant_id = old.tenant_id and merged_into = old.id) then
    raise exception 'others are merged into this person' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
-- After the statement: a business is erased with all of its people at once.
create trigger refuse_merge_into_nobody after delete on patients for each row execute function refuse_merge_into_nobody();

-- As before (0068), but a person who was corrected before their bookings keeps them, and a new person exists before the other one is locked.
create or replace function find_patient() returns trigger
language plpgsql as $$
declare
  key text := person_key(new.person_email, new.person_contact);
  folded text := fold_name(new.person_name);
begin
  if tg_op = 'UPDATE' then
    if key = person_key(old.person_email, old.person_contact) and folded = fold_name(old.person_name)
      or exists (select from patients
        where tenant_id = new.tenant_id and id = old.patient_id and person_key = key and fold_name(name) = folded) then
      return new;
    end if;
    -- Somebody who is added by several at once is waited for before anybody is locked.
    insert into patients (tenant_id, person_key, name, email, contact, latest_date)
      values (new.tenant_id, key, new.person_name, coalesce(new.person_email, ''), new.person_contact, new.appointment_date)
      on conflict (tenant_id, person_key, fold_name(name)) do nothing;
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

-- As before (0068), but a person with whom others are shown stays without bookings of their own, as long as they have others; and of a corrected
-- person's bookings, which say what the person says already, none is compared with all the others.
create or replace function follow_patient() returns trigger
language plpgsql as $$
declare
  patient uuid;
  latest date;
  survivor uuid;
begin
  for patient in select distinct unnest(array[old.patient_id, new.patient_id]) order by 1 loop
    -- Each statement after this one sees what was committed while it waited.
    perform from patients where tenant_id = new.tenant_id and id = patient for update;
    if old.patient_id = new.patient_id and old.appointment_date = new.appointment_date and exists (
      select from patients where tenant_id = new.tenant_id and id = patient and name = new.person_name
        and (email = coalesce(new.person_email, '') or old.person_email is null and new.person_email is null)
        and (new.person_contact is null or contact = new.person_contact)
    ) then
      continue;
    end if;
    select max(appointment_date) into latest from appointments where tenant_id = new.tenant_id and patient_id = patient;
    if latest is null then
      survivor := null;
      delete from patients where tenant_id = new.tenant_id and id = patient
        and not exists (select from patients as merged where merged.tenant_id = new.tenant_id and merged.merged_into = patient)
        returning merged_into into survivor;
      if not found then
        -- Behind everybody: the others say when the latest booking is.
        update patients set latest_date = '0001-01-01' where tenant_id = new.tenant_id and id = patient;
      elsif survivor is not null then
        -- Who is locked is about to get a booking or a merge. To wait for them here could be a deadlock.
        delete from patients where tenant_id = new.tenant_id and id = (
          select held.id from patients as held where held.tenant_id = new.tenant_id and held.id = survivor for update skip locked
        ) and not exists (select from appointments where tenant_id = new.tenant_id and patient_id = survivor)
          and not exists (select from patients as merged where merged.tenant_id = new.tenant_id and merged.merged_into = survivor);
      end if;
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
