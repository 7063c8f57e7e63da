-- Why a super admin looks into a business: asked for first, kept with their session for a short time, and written into the business's log
-- with every look (reliability.md A25).
create table look_reasons (
  session_id uuid not null references sessions (id) on delete cascade,
  tenant_id uuid not null references tenants (id),
  reason text not null check (length(reason) between 1 and 200),
  expires_at timestamptz not null,
  primary key (session_id, tenant_id)
);
select keep_for_platform('look_reasons');
grant select, insert, update, delete on look_reasons to samay_platform;
