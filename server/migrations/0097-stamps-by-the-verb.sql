-- A transaction of this release raises the change stamps itself, at its commit, and says so by `app.keeps` (docs/decisions/0074-kept-by-the-verb.md):
-- the triggers of 0048 stay silent for it and raise them for servers of the last release and for corrections in SQL.

-- As stamp_change of 0047, for a caller that asks once a transaction and business. Every statement names the business, so that it runs where the
-- business's rows are.
create function raise_stamp(tenant uuid) returns void
language plpgsql as $$
declare
  -- The clock, so that stamps which are counted on from a restored backup differ from those that were given out before.
  instant bigint := extract(epoch from clock_timestamp()) * 1000000;
  free uuid;
begin
  select slot into free from change_stamps where tenant_id = tenant limit 1 for update skip locked;
  if found then
    update change_stamps set stamp = greatest(stamp + 1, instant) where tenant_id = tenant and slot = free;
  else
    insert into change_stamps (tenant_id, slot, stamp) values (tenant, gen_random_uuid(), instant);
  end if;
end
$$;

-- Shorter in total than PostgreSQL's deadlock_timeout: where a request holds one of these tables, this gives up its wait and not the request.
set local lock_timeout = '100ms';

create or replace trigger stamp_row after insert or update or delete on subscriptions
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_row();
create or replace trigger stamp_row after insert or update or delete on appointments
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_row();
create or replace trigger stamp_row after insert or update or delete on files
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_row();
create or replace trigger stamp_row after insert or update or delete on patients
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_row();
create or replace trigger stamp_row after insert or update or delete on day_tallies
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_row();
create or replace trigger stamp_row after insert or update or delete on payment_tallies
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_row();
create or replace trigger stamp_row after insert or update or delete on business_profiles
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_row();
create or replace trigger stamp_row after insert or update or delete on memberships
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_row();
create or replace trigger stamp_person after update on users
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_person();
create or replace trigger stamp_platform after insert or update or delete on plans
  for each row when (current_setting('app.keeps', true) is distinct from 'verb') execute function stamp_platform();
