-- Claims one unit for a booking, and waits for a transaction that is claiming it. False where it is
-- taken. From values, for the same reason as insert_audit_row.
create function insert_claim(
  tenant uuid, unit uuid, booking uuid, since timestamptz, until timestamptz, over boolean
) returns boolean
language plpgsql as $$
begin
  insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at, overbooked)
    values (tenant, unit, booking, since, until, over)
    on conflict do nothing;
  return found;
end
$$;
