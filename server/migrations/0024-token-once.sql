-- No number of a day twice in a business.
create unique index concurrently appointments_token on appointments (tenant_id, token_day, token)
  where token is not null;
