-- As 0051, for effects in the outbox. A statement that wrote no row has nothing to deliver.
create or replace function announce_effect() returns trigger
language plpgsql as $$
begin
  if exists (select from added) then
    perform pg_notify('outbox', '');
  end if;
  return null;
end
$$;
create or replace trigger announce_effect after insert on outbox referencing new table as added for each statement
  when (current_setting('app.announces', true) is distinct from 'verb') execute function announce_effect();
