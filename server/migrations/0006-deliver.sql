-- Delivering effects, and the links that are mailed to people.

-- Whoever delivers a row holds it until then; a process that dies gives it free by time alone.
alter table outbox add column lease_until timestamptz;

-- Wakes who delivers as soon as the transaction that wrote has ended.
create function announce_effect() returns trigger
language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end
$$;
create trigger announce_effect after insert on outbox for each statement execute function announce_effect();

-- Single-use links by mail: the hash of the secret only. What a link may do is its purpose.
create table mailed_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  purpose text not null check (purpose in ('recovery', 'signup', 'invite')),
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  -- signup: the name of the business to be; null where a payment has made it already.
  business_name text,
  -- invite: which one.
  tenant_id uuid,
  invitation_id uuid,
  -- signup by paying: the order that was paid.
  order_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_links_of_address on mailed_links (email_key, created_at);
create index mailed_links_age on mailed_links (expires_at);
select keep_for_platform('mailed_links');
grant select, insert, update, delete on mailed_links to samay_platform;
