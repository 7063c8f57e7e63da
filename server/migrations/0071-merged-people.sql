-- Finds who was merged into a person.
create index concurrently patients_merged_people on patients (tenant_id, merged_into) where merged_into is not null;
