-- Finds the notices of which a provider reports by its own id of the message.
create index concurrently notices_of_provider on notices (tenant_id, provider_id)
  where provider_id is not null;
