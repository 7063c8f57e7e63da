-- A service of the public page may take a deposit or its price before the time is booked.
alter table online_booking
  add column refund_rule text not null default 'all' check (refund_rule in ('all', 'part', 'none')),
  add column refund_percent int not null default 50 check (refund_percent between 1 and 99);
grant select (refund_rule, refund_percent) on online_booking to samay_guest;

create table online_service_payments (
  tenant_id uuid not null,
  service_id uuid not null,
  takes text not null check (takes in ('deposit', 'all')),
  deposit_paise int check (deposit_paise between 100 and 1000000000),
  primary key (tenant_id, service_id),
  check ((takes = 'deposit') = (deposit_paise is not null))
);
select isolate_tenant('online_service_payments');
alter table online_service_payments add foreign key (tenant_id) references tenants (id);
alter table online_service_payments add foreign key (tenant_id, service_id) references services (tenant_id, id);
grant select, insert, delete on online_service_payments to samay_app;
grant select, insert, update, delete on online_service_payments to samay_platform;
create policy guest on online_service_payments for select to samay_guest using (tenant_id = current_tenant_id());
grant select (tenant_id, service_id, takes, deposit_paise) on online_service_payments to samay_guest;

-- Where the business has only a UPI id, a request brings the number of the payment.
alter table booking_requests
  add column upi_paise int check (upi_paise between 100 and 1000000000),
  add column utr text check (utr is null or utr ~ '^[0-9]{12}$' and upi_paise is not null),
  add column former_utrs text[] not null default '{}' check (cardinality(former_utrs) <= 20);
grant update (lapses_at, utr, former_utrs) on booking_requests to samay_app;
