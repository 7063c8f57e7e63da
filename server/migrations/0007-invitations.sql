-- Who was invited into which business and has yet to come. One store for both business types.

create table invitations (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  role text not null check (role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE')),
  -- Null: the platform's own, for the owner of a business that a super admin has added.
  added_by uuid,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null: pending. Set once, at the first sign-in.
  activated_at timestamptz,
  activated_by uuid references users (id),
  primary key (tenant_id, id)
);
create unique index one_pending_invitation on invitations (tenant_id, email_key) where activated_at is null;
create index invitations_of_address on invitations (email_key, created_at) where activated_at is null;
select isolate_tenant('invitations');
grant select on invitations to samay_app;
grant select, insert, update, delete on invitations to samay_platform;

-- A profile belongs to its business; the same address may begin again after a business was deleted.
alter table business_profiles drop constraint business_profiles_email_key;

-- People whose account is deleted are hidden at once from those they worked with.
grant select (deleted_at) on users to samay_app;

-- Who belongs to a business and who is invited stand in one list on the screen, so both are announced by one name.
-- The argument is the column that names the row there.
create function announce_staff() returns trigger
language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('changes', concat_ws(' ', changed ->> 'tenant_id', 'staff', changed ->> tg_argv[0], lower(tg_op)));
  return null;
end
$$;
create trigger announce_staff after insert or update or delete on memberships for each row execute function announce_staff('user_id');
create trigger announce_staff after insert or update or delete on invitations for each row execute function announce_staff('id');
