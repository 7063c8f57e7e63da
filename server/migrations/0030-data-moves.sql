-- oldest release: 0028
-- How far each move of data has come (decisions/0021): rows are changed in small steps beside running servers, never by a migration.
create table data_moves (
  name text primary key,
  -- Where the next step begins; the move itself knows what it means. Null before the first.
  cursor text,
  steps int not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz
);
select keep_for_platform('data_moves');
grant select, insert, update on data_moves to samay_platform;

-- As before (0004, 0007), but a row that a move of data changes is announced to nobody: every open screen would fetch again at every step.
create function is_moving_data() returns boolean
language sql stable parallel safe
return coalesce(current_setting('app.moves_data', true), '') = 'on';

create or replace function announce_change() returns trigger
language plpgsql as $$
begin
  if not is_moving_data() then
    perform pg_notify('changes', concat_ws(' ', new.tenant_id, tg_table_name, new.id, lower(tg_op)));
  end if;
  return null;
end
$$;

create or replace function announce_staff() returns trigger
language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not is_moving_data() then
    perform pg_notify('changes', concat_ws(' ', changed ->> 'tenant_id', 'staff', changed ->> tg_argv[0], lower(tg_op)));
  end if;
  return null;
end
$$;
