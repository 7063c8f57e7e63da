-- Refuses money that is asked back of a payment of the public page beyond what is left of it, less what was
-- asked before and is not settled. The verbs lock the booking first, so that two of them do not ask concurrently.
create function refuse_overdrawn_refund() returns trigger
language plpgsql
as $$
declare
  remaining bigint;
begin
  select coalesce(sum(rows.paise), 0) into remaining
    from payments as rows
    where rows.tenant_id = new.tenant_id and (rows.id = new.of_id or rows.of_id = new.of_id)
      and not exists (
        select from payments as voids
        where voids.tenant_id = new.tenant_id and voids.of_id = rows.id and voids.kind = 'void');
  remaining := remaining - coalesce((select sum(refunds.paise) from online_refunds as refunds
    where refunds.tenant_id = new.tenant_id and refunds.of_id = new.of_id
      and refunds.state in ('asked', 'accepted', 'failed')), 0);
  if remaining < 0 then
    raise exception 'more of a payment is asked back than is left of it' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refuse_overdrawn_refund after insert on online_refunds
  for each row when (new.of_id is not null) execute function refuse_overdrawn_refund();
