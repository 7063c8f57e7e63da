-- The setup questions that a person has skipped, or answered with 'as it is' (docs/decisions/0061-the-first-questions.md). They go with the row.
-- Servers of the last release write none.
set local lock_timeout = '100ms';

alter table memberships add column skipped_setup_steps text[] not null default '{}';
grant update (skipped_setup_steps) on memberships to samay_app;
