-- A platform transaction may confine itself to one business: it sets app.tenant_id, as a business's own transactions do. Row security then
-- hides from it the rows of every other business and of the platform itself. Where the setting is absent, these policies change nothing.
-- They are restrictive: `platform` still permits, and these narrow it (docs/decisions/0032-contexts-by-actor.md).
--
-- coalesce, and not "is null or": the planner takes it for half of the rows instead of for a few, so that the plans of unconfined work stay.
-- tenant_id is never null. The setting is read once a statement.

-- Shorter in total than PostgreSQL's deadlock_timeout: where a request holds one of these tables, this gives up its wait and not the request.
set local lock_timeout = '100ms';

create policy confined on memberships as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined on invitations as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined on subscriptions as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined on audit_log as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined on audit_waiting as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined on outbox as restrictive to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));

-- Only writes of these two: a policy for reading would take the indexes of names and addresses from the super admin's search, because
-- `like` and `lower` may not run before a policy.
create policy confined_insert on tenants as restrictive for insert to samay_platform
  with check (coalesce(id = (select current_tenant_id()), true));
create policy confined_update on tenants as restrictive for update to samay_platform
  using (coalesce(id = (select current_tenant_id()), true)) with check (coalesce(id = (select current_tenant_id()), true));
create policy confined_delete on tenants as restrictive for delete to samay_platform
  using (coalesce(id = (select current_tenant_id()), true));
create policy confined_insert on business_profiles as restrictive for insert to samay_platform
  with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined_update on business_profiles as restrictive for update to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true)) with check (coalesce(tenant_id = (select current_tenant_id()), true));
create policy confined_delete on business_profiles as restrictive for delete to samay_platform
  using (coalesce(tenant_id = (select current_tenant_id()), true));
