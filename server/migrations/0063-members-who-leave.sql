-- A member who leaves is no practitioner any more: the resource stays with its bookings, and nobody signs in as it (docs/decisions/0049-settings-of-time.md).
set local lock_timeout = '100ms';

alter table resources
  add constraint resources_member foreign key (tenant_id, member_id) references memberships (tenant_id, user_id)
    on delete set null (member_id) not valid;
