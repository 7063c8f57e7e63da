-- A person sees their own booking by a link, and moves or cancels it within the rules of the business.
alter table business_profiles
  add column cutoff_min int not null default 240 check (cutoff_min between 0 and 10080),
  add column notice_min int not null default 60 check (notice_min between 0 and 10080);
grant update (cutoff_min, notice_min) on business_profiles to samay_app;
alter table appointments
  add column link_version int not null default 0 check (link_version between 0 and 65535),
  add column own_change text check (own_change in ('cancelled', 'moved'));
