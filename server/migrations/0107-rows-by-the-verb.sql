-- Rows that a verb's statement writes from what another part of it has found (docs/decisions/0078-a-worker-away.md). On Citus an `insert … select`
-- from such a part would send the part's rows to every worker, so that each booking needed all of them. A function inserts values, where its
-- business is.

-- The booking with its person and tallies, unless it is not allowed. Answers its row's columns that are not known before.
create function insert_appointment(tenant uuid, booking jsonb, resource uuid, price int, allowed boolean)
returns table (id uuid, patient_id uuid, status_set_at timestamptz, status_set_by uuid)
language plpgsql as $$
declare
  given appointments := jsonb_populate_record(null::appointments, booking);
begin
  if allowed is not true then
    return;
  end if;
  return query insert into appointments (
      tenant_id, id, reference, person_name, person_email, person_contact, doctor, appointment_date, appointment_time, amount_paise,
      payment_method, payment_id, service_id, service_name, duration_min, buffer_before_min, buffer_after_min, overbooked_reason, series_id,
      walk_in, arrived_at, created_by, created_at, updated_at, resource_id, price_paise, patient_id)
    values (tenant, given.id, given.reference, given.person_name, given.person_email, given.person_contact, given.doctor,
      given.appointment_date, given.appointment_time, given.amount_paise, given.payment_method, given.payment_id, given.service_id,
      given.service_name, given.duration_min, given.buffer_before_min, given.buffer_after_min, given.overbooked_reason, given.series_id,
      given.walk_in, given.arrived_at, given.created_by, given.created_at, given.updated_at, resource, price,
      keep_added(tenant, given.person_name, given.person_email, given.person_contact, given.appointment_date, 'scheduled', given.amount_paise,
        given.payment_method, false))
    returning appointments.id, appointments.patient_id, appointments.status_set_at, appointments.status_set_by;
end
$$;

-- Claims one unit for a booking. False where it is taken; who has just claimed it is waited for.
create function insert_claim(tenant uuid, unit uuid, booking uuid, since timestamptz, until timestamptz, over boolean) returns boolean
language plpgsql as $$
begin
  insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at, overbooked) values (tenant, unit, booking, since, until, over)
    on conflict do nothing;
  return found;
end
$$;

create function insert_audit_row(tenant uuid, at timestamptz, actor uuid, action text, object text, detail jsonb, request text) returns boolean
language plpgsql as $$
begin
  insert into audit_log (tenant_id, at, actor_id, action, object, detail, request_id) values (tenant, at, actor, action, object, detail, request);
  return true;
end
$$;
