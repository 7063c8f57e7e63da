-- People are found by their telephone number however it is written: its last ten digits stand in what is searched. Walking through
-- everybody's number cost a business with many people many times what it cost one with few.
alter table patients
  drop column search_text,
  add column search_text text not null
    generated always as (lower(name || E'\n' || email || E'\n' || coalesce(contact, '') || E'\n' || person_key)) stored;
create index patients_search on patients using gin (tenant_id, search_text gin_trgm_ops) with (fastupdate = off);
