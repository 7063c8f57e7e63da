-- Lists and counts the bookings of one doctor or court (docs/decisions/0057-the-list-and-one-quick-form.md).
create index concurrently appointments_of_resource on appointments (tenant_id, resource_id, appointment_date, appointment_time, id) include (status);
