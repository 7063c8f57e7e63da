-- Adds an act from values. An `insert … select` would send the rows of other parts of its statement
-- to every node of Citus (decision 0078).
create function insert_audit_row(
  tenant uuid, at timestamptz, actor uuid, action text, object text, detail jsonb, request text
) returns boolean
language plpgsql as $$
begin
  insert into audit_log (tenant_id, at, actor_id, action, object, detail, request_id)
    values (tenant, at, actor, action, object, detail, request);
  return true;
end
$$;

-- Lets each act wait for its place in the chain. A trigger, so that no way of writing an act can
-- leave one out.
create function wait_for_chain() returns trigger
language plpgsql as $$
begin
  insert into audit_waiting (tenant_id, audit_id) values (new.tenant_id, new.id)
    on conflict (tenant_id, audit_id) do nothing;
  return null;
end
$$;
create trigger wait_for_chain after insert on audit_log for each row execute function wait_for_chain();
