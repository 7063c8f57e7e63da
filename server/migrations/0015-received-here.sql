-- Sums what was received here without reading the table: imported money is not.
create index concurrently payments_received on payments (tenant_id, taken_on, taken_by)
  include (method, paise) where kind <> 'transfer' and source <> 'imported';
