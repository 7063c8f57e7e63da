-- Who set a booking's present status, and when: a completed booking may go back to scheduled for ten minutes, by the person who completed it
-- (decisions, "Bookings"). Null where the status was never changed, or by a server that does not know these columns.
alter table appointments
  add column status_set_at timestamptz,
  add column status_set_by uuid;

-- The legal moves between statuses, the same table as the contract's `mayBecome`. Completed to scheduled is held to its two conditions here
-- too, by what the statement writes of its author and time.
create or replace function refuse_illegal_transition() returns trigger
language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('scheduled', 'completed'), ('scheduled', 'cancelled'), ('scheduled', 'no_show'), ('no_show', 'cancelled'), ('no_show', 'scheduled'),
    ('completed', 'scheduled')
  ) then
    raise exception 'a booking cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if old.status = 'completed' and (
    (new.status_set_by = old.status_set_by and new.status_set_at < old.status_set_at + interval '10 minutes') is not true
  ) then
    raise exception 'a completed booking goes back only within ten minutes, by who completed it' using errcode = 'check_violation';
  end if;
  -- A server of an earlier release changes the status alone: what stands there is of the status before, and says nothing of this one.
  if (new.status_set_at, new.status_set_by) is not distinct from (old.status_set_at, old.status_set_by) then
    new.status_set_at := null;
    new.status_set_by := null;
  end if;
  return new;
end
$$;
