-- Lets a press of Retry take what failed before it from the effect that tries again.
grant update (effect_id) on notices to samay_app;

create or replace function refuse_settled_notice() returns trigger
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
