-- Numbers of the waiting room (decision 0150): whether a business gives them, the letter and the last number of
-- each doctor, and the number of each booking.
alter table business_profiles
  add column gives_tokens boolean not null default false,
  add column token_letters int not null default 0 check (token_letters between 0 and 702);
grant update (gives_tokens, token_letters) on business_profiles to samay_app;
alter table resources
  add column token_letter text check (token_letter ~ '^[A-Z]{1,2}$'),
  add column token_day date,
  add column token_last int check (token_last > 0);
alter table appointments
  add column token text check (token ~ '^[A-Z]{0,2}[1-9][0-9]{0,5}$'),
  add column token_day date,
  add constraint appointments_token_has_day check ((token is null) = (token_day is null)) not valid;
