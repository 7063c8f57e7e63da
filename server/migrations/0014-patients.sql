-- The people whom bookings are for: patients of a clinic, customers of a ground. Nobody enters them; they are found in the bookings as
-- these are written, so that a list of them needs not read every booking.

create table patients (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  -- The last ten digits of a telephone number, where there is one, else the e-mail: what tells one person from another at a desk.
  person_key text not null,
  -- As the newest booking writes them.
  name text not null,
  email text not null,
  contact text,
  -- The day of their latest booking, whatever became of it.
  latest_date date not null,
  search_text text not null generated always as (lower(name || E'\n' || email || E'\n' || coalesce(contact, ''))) stored,
  primary key (tenant_id, id),
  unique (tenant_id, person_key)
);
create index patients_list on patients (tenant_id, latest_date desc, id desc);
create index patients_search on patients using gin (tenant_id, search_text gin_trgm_ops) with (fastupdate = off);
select isolate_tenant('patients');
grant select, insert, update, delete on patients to samay_app, samay_platform;

alter table appointments add column patient_id uuid;
alter table appointments add constraint appointments_patient foreign key (tenant_id, patient_id) references patients (tenant_id, id);
create index appointments_of_patient on appointments (tenant_id, patient_id, appointment_date desc, appointment_time desc, id desc);

create function person_key(email text, contact text) returns text
language sql immutable parallel safe
return case
  when length(regexp_replace(contact, '\D', '', 'g')) >= 10 then right(regexp_replace(contact, '\D', '', 'g'), 10)
  else lower(email)
end;

create function find_patient() returns trigger
language plpgsql as $$
begin
  insert into patients (tenant_id, person_key, name, email, contact, latest_date)
    values (new.tenant_id, person_key(new.person_email, new.person_contact), new.person_name, new.person_email, new.person_contact,
      new.appointment_date)
    on conflict (tenant_id, person_key) do update
      set name = excluded.name, email = excluded.email, contact = coalesce(excluded.contact, patients.contact),
        latest_date = greatest(patients.latest_date, excluded.latest_date)
    returning id into new.patient_id;
  return new;
end
$$;
create trigger find_patient before insert or update of person_name, person_email, person_contact on appointments
  for each row execute function find_patient();

-- A booking that moves, to another day or to another person, leaves what it moved from as the remaining bookings say.
create function follow_patient() returns trigger
language plpgsql as $$
declare
  patient uuid;
  latest date;
begin
  foreach patient in array array[old.patient_id, new.patient_id] loop
    select max(appointment_date) into latest from appointments where tenant_id = new.tenant_id and patient_id = patient;
    if latest is null then
      delete from patients where tenant_id = new.tenant_id and id = patient;
    else
      update patients set latest_date = latest where tenant_id = new.tenant_id and id = patient and latest_date <> latest;
    end if;
  end loop;
  return null;
end
$$;
create trigger follow_patient after update of appointment_date, person_email, person_contact on appointments for each row
  when (old.appointment_date <> new.appointment_date or old.patient_id is distinct from new.patient_id)
  execute function follow_patient();

-- As search_appointments: LIKE is not leakproof, so row security would keep it from its index. Names the tenant itself.
create function search_patients(pattern text) returns setof uuid
language plpgsql stable security definer rows 200
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant uuid := current_tenant_id();
begin
  return query select patients.id from patients where patients.tenant_id = tenant and patients.search_text like pattern;
end
$$;
alter function search_patients owner to samay_platform;
revoke execute on function search_patients from public;
grant execute on function search_patients to samay_app;

-- The people of the bookings there are already.
alter table appointments disable trigger user;
set local role samay_platform;
insert into patients (tenant_id, person_key, name, email, contact, latest_date)
  select distinct on (tenant_id, person_key(person_email, person_contact)) tenant_id, person_key(person_email, person_contact), person_name,
    person_email, person_contact, appointment_date
  from appointments
  order by tenant_id, person_key(person_email, person_contact), appointment_date desc, created_at desc;
update appointments set patient_id = patients.id from patients
  where patients.tenant_id = appointments.tenant_id
    and patients.person_key = person_key(appointments.person_email, appointments.person_contact);
reset role;
alter table appointments enable trigger user;
