-- Refuses a change of a settled notice, except that it goes forward: what was sent was sent. One that failed may be
-- taken from an effect that is retried.
create function refuse_settled_notice() returns trigger
language plpgsql
as $$
begin
  if (old.state = 'sent' and new.state in ('delivered', 'read', 'failed'))
    or (old.state = 'delivered' and new.state = 'read')
    or (old.state = 'failed' and to_jsonb(new) - 'effect_id' = to_jsonb(old) - 'effect_id') then
    return null;
  end if;
  raise exception 'a notice that is % stays as it is', old.state using errcode = 'check_violation';
end
$$;
create trigger refuse_settled_notice after update on notices
  for each row when (old.state <> 'queued') execute function refuse_settled_notice();
