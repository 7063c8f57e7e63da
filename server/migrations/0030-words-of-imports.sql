-- The words of a file of bookings that name services, doctors or courts, and whether people are reminded of those to come.
alter table imports
  add column words jsonb,
  add column gets_reminders boolean not null default false;
