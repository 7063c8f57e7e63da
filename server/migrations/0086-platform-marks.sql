-- When something of the whole installation last succeeded: a backup, a restore drill, a scheduled job. One row a name, overwritten each time
-- (server/src/db/platform-marks.ts). The detail is for the super admin: sizes and durations, never a person or a business.
create table platform_marks (
  name text primary key,
  at timestamptz not null,
  detail jsonb not null default '{}'
);
select keep_for_platform('platform_marks');
grant select, insert, update, delete on platform_marks to samay_platform;
