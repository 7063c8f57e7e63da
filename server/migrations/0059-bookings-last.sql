-- A booking occupies a resource for a while. All of it may be missing: in rows of before, and in those that servers of the last release write until
-- the trigger of a later migration has filled them in. Values stay as they were when the booking was made or last moved.
-- kept: appointments, the last release writes none of these columns
set local lock_timeout = '100ms';

alter table appointments
  add column resource_id uuid,
  add column service_id uuid,
  add column service_name text,
  add column duration_min int,
  add column buffer_before_min int,
  add column buffer_after_min int,
  add column price_paise int,
  -- Why it was made over another; null for an ordinary booking.
  add column overbooked_reason text,
  add column series_id uuid;
alter table appointments
  add constraint appointments_resource foreign key (tenant_id, resource_id) references resources (tenant_id, id) not valid,
  add constraint appointments_service foreign key (tenant_id, service_id) references services (tenant_id, id) not valid,
  add constraint appointments_lasts check (duration_min between 5 and 720 and duration_min % 5 = 0) not valid,
  add constraint appointments_price check (price_paise between 0 and 1000000000) not valid;

-- Whether taken times are refused (true), or booked as overbookings with a warning until the owner has confirmed durations and resources.
-- Servers of the last release insert neither: their new businesses begin with warnings.
alter table business_profiles
  add column keeps_times_apart boolean not null default false,
  add column employees_may_overbook boolean not null default true;
grant update (keeps_times_apart, employees_may_overbook) on business_profiles to samay_app;
