-- Lists and counts the bookings of one doctor or court by status (docs/decisions/0062-counts-up-to-a-thousand.md).
create index concurrently appointments_status_of_resource on appointments
  (tenant_id, resource_id, status, appointment_date, appointment_time, id);
