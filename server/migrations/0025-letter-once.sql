-- A letter is one doctor's.
create unique index concurrently resources_token_letter on resources (tenant_id, token_letter)
  where token_letter is not null;
