-- How many letters an address was sent in a day or an hour, over all businesses and servers. The address is a hash: the count outlives
-- neither the person nor two days.
create table mail_counts (
  address_hash text not null,
  -- What is counted: letters of bookings, of one business's bookings, of invitations, with links.
  scope text not null,
  -- The day in India (2026-11-21) or the hour (2026-11-21T04).
  period text not null,
  letters int not null check (letters >= 0),
  created_at timestamptz not null,
  primary key (address_hash, scope, period)
);
create index mail_counts_age on mail_counts (created_at);
select keep_for_platform('mail_counts');
grant select, insert, update, delete on mail_counts to samay_platform;

-- A later letter about the same booking takes the place of one that has not left.
grant delete on outbox to samay_app;
