-- A visit that has begun is that of somebody who has come, and so is a walk-in (docs/decisions/0056-the-queue.md). No row has any of this yet.
-- kept: appointments, servers of the last release write neither column, and what they clear follows below
set local lock_timeout = '100ms';

alter table appointments
  add constraint appointments_started_has_come check (started_at is null or arrived_at is not null) not valid,
  add constraint appointments_walk_in_has_come check (not walk_in or arrived_at is not null or status = 'cancelled') not valid,
  -- Who waits in a queue is nobody's overbooking; a turf's walk-in has a court, and may be over another booking where times are not kept apart.
  add constraint appointments_walk_in_over_nothing check (not walk_in or doctor is null or overbooked_reason is null) not valid;

-- Servers of the last release know neither a start nor a walk-in. Where they clear an arrival the start goes with it; where they move a booking or take
-- back a no-show it claims its time (0065), and is no walk-in any more; and the arrival of a walk-in stays.
create function visits_of_last_release() returns trigger
language plpgsql as $$
begin
  if (old.appointment_date, old.appointment_time) is distinct from (new.appointment_date, new.appointment_time)
    or (old.status = 'no_show' and new.status = 'scheduled') then
    new.walk_in := false;
  end if;
  if new.arrived_at is null then
    if new.walk_in and new.status <> 'cancelled' then
      new.arrived_at := old.arrived_at;
    else
      new.started_at := null;
    end if;
  end if;
  return new;
end
$$;
create trigger visits_of_last_release before update of appointment_date, appointment_time, status, arrived_at on appointments
  for each row when ((old.walk_in or old.started_at is not null) and current_setting('app.claims', true) is distinct from 'verb')
  execute function visits_of_last_release();
