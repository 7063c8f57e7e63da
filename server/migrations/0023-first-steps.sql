-- When a person put the first steps away; null while they want to see them. Of the person in this business: both go with the row.
alter table memberships add column first_steps_dismissed_at timestamptz;
-- The only thing of a membership that the business's own transactions may change.
grant update (first_steps_dismissed_at) on memberships to samay_app;
