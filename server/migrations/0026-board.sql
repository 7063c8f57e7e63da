-- The board of a waiting room or of courts, which an address opens without sign-in (decision 0152).
alter table business_profiles
  add column board_on boolean not null default false,
  add column board_names boolean not null default false,
  add column board_version int not null default 0 check (board_version between 0 and 65535);
grant update (board_on, board_names, board_version) on business_profiles to samay_app;
-- Proves for the rows before 0023 what holds for those since.
alter table appointments validate constraint appointments_token_has_day;
