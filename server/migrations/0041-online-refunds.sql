-- Money that was paid on the public page goes back through the business's payment provider.
create table online_refunds (
  tenant_id uuid not null,
  id uuid not null,
  payment_id text not null,
  of_id uuid,
  appointment_id uuid,
  paise int not null check (paise between 1 and 1000000000),
  reason text not null check (length(reason) between 1 and 200),
  lowers boolean not null default false,
  cancel_id uuid,
  state text not null check (state in ('asked', 'accepted', 'done', 'failed', 'noted')),
  provider_refund_id text check (length(provider_refund_id) between 1 and 100),
  twice_id text check (length(twice_id) between 1 and 100),
  error text check (error in ('keys', 'refunded', 'balance', 'no_account', 'not_found', 'refused', 'other')),
  tries int not null default 0 check (tries >= 0),
  asked_at timestamptz not null,
  asked_by uuid,
  next_check_at timestamptz not null,
  done_at timestamptz,
  ledger_id uuid,
  primary key (tenant_id, id),
  check ((of_id is null) = (appointment_id is null)),
  check ((state in ('done', 'noted')) = (done_at is not null)),
  check ((ledger_id is not null) = (state in ('done', 'noted') and of_id is not null)),
  check ((state = 'failed') = (error is not null)),
  check (state <> 'accepted' or provider_refund_id is not null),
  check (twice_id is null or state in ('done', 'noted'))
);
create index online_refunds_failed on online_refunds (tenant_id) where state = 'failed';
create index online_refunds_of_row on online_refunds (tenant_id, of_id);
create index online_refunds_of_booking on online_refunds (tenant_id, appointment_id);
create index online_refunds_due on online_refunds (next_check_at) where state in ('asked', 'accepted');
create index online_refunds_newest on online_refunds (tenant_id, asked_at desc);
create unique index online_refunds_of_provider on online_refunds (tenant_id, provider_refund_id);
create unique index online_refunds_unbooked on online_refunds (tenant_id, payment_id) where of_id is null;
select isolate_tenant('online_refunds');
alter table online_refunds add foreign key (tenant_id) references tenants (id);
alter table online_refunds add foreign key (tenant_id, payment_id) references online_payments (tenant_id, id);
alter table online_refunds add foreign key (tenant_id, of_id) references payments (tenant_id, id);
alter table online_refunds add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id);
alter table online_refunds add foreign key (tenant_id, ledger_id) references payments (tenant_id, id) deferrable initially deferred;
grant select, insert, update (state, provider_refund_id, twice_id, error, tries, next_check_at, done_at, ledger_id) on online_refunds to samay_app;
grant select, insert, update, delete on online_refunds to samay_platform;

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
