-- Finds the business that sent the latest message to a number: an answer does not name it.
create index concurrently notices_of_number on notices (address_hash, settled_at desc)
  where channel <> 'mail';
