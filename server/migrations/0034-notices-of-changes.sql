-- Notices of bookings that are made, moved or cancelled, and of late doctors (decision 0163). Businesses that
-- remind by WhatsApp already go on with reminders alone until they choose.
alter table notice_channels add column tells_changes boolean not null default false;
alter table notice_channels alter column tells_changes set default true;
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check
  check (kind in ('reminder', 'booked', 'moved', 'cancelled', 'late')) not valid;
