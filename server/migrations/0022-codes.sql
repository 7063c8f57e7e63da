-- A visitor of the public page proves a number by a code, and books immediately where the business allows it.
alter table online_booking add column mode text not null default 'request' check (mode in ('request', 'booking'));

create table number_proofs (
  tenant_id uuid not null,
  id uuid not null,
  visitor uuid not null,
  service_id uuid not null,
  resource_id uuid not null,
  is_chosen boolean not null,
  appointment_date date not null,
  appointment_time time(0) not null,
  person_name text not null check (length(person_name) between 1 and 200),
  contact text not null check (length(contact) between 1 and 50),
  number text not null check (length(number) between 4 and 20),
  email text check (length(email) between 3 and 320),
  note text check (length(note) between 1 and 500),
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  channel text not null check (channel in ('whatsapp', 'sms', 'mail')),
  asked_at timestamptz not null,
  code_hash bytea check (length(code_hash) = 32),
  sent_at timestamptz,
  sends int not null default 0 check (sends >= 0),
  tries int not null default 0 check (tries between 0 and 5),
  proven_at timestamptz,
  appointment_id uuid,
  primary key (tenant_id, id),
  check (channel <> 'mail' or email is not null),
  check (proven_at is not null or appointment_id is null)
);
create index number_proofs_age on number_proofs (asked_at);
create index number_proofs_of_booking on number_proofs (tenant_id, appointment_id) where appointment_id is not null;
select isolate_tenant('number_proofs');
alter table number_proofs add foreign key (tenant_id) references tenants (id);
alter table number_proofs add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id);
alter table number_proofs add foreign key (tenant_id, resource_id) references resources (tenant_id, id);
alter table number_proofs add foreign key (tenant_id, service_id) references services (tenant_id, id);
grant select, insert, update (code_hash, sent_at, sends, tries, proven_at, appointment_id) on number_proofs to samay_app;
grant select, insert, update, delete on number_proofs to samay_platform;

create table known_devices (
  tenant_id uuid not null,
  device_hash text not null check (length(device_hash) = 43),
  number text not null check (length(number) between 4 and 20),
  proven_at timestamptz not null,
  primary key (tenant_id, device_hash)
);
create index known_devices_age on known_devices (proven_at);
select isolate_tenant('known_devices');
alter table known_devices add foreign key (tenant_id) references tenants (id);
grant select, insert, update, delete on known_devices to samay_app, samay_platform;
