-- Queues each act for its place in the chain. A trigger, so that no statement can write an act
-- without it.
create function wait_for_chain() returns trigger
language plpgsql as $$
begin
  insert into audit_waiting (tenant_id, audit_id) values (new.tenant_id, new.id)
    on conflict (tenant_id, audit_id) do nothing;
  return null;
end
$$;
create trigger wait_for_chain after insert on audit_log for each row execute function wait_for_chain();
