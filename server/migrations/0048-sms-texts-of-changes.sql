-- Keeps the texts by which a business tells changes of bookings by SMS.
alter table sms_texts add column changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object');
