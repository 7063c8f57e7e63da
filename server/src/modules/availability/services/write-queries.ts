import type { PriceRule } from '@samay/contract/availability/services';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { onlyRow } from '../../../db/transaction.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

type Services = Schema['services'];

/** Inserts a service as the last one. Returns its id. */
export async function insertService(
  tx: Tx,
  tenantId: TenantId,
  service: Omit<Insertable<Services>, 'tenant_id' | 'position' | 'archived_at'>,
): Promise<string> {
  const columns = Object.keys(service);
  const { rows } = await sql<{
    id: string;
  }>`insert into services (tenant_id, ${sql.join(columns.map((name) => sql.ref(name)))}, position)
    select ${tenantId}, ${sql.join(Object.values(service))}, coalesce(max(position) + 1, 0) from services where tenant_id = ${tenantId}
    returning id`.execute(tx);
  return onlyRow(rows).id;
}

export async function updateService(
  tx: Tx,
  tenantId: TenantId,
  id: string,
  changes: Updateable<Services>,
): Promise<void> {
  await tx
    .updateTable('services')
    .set(changes)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Gives the listed services their places in this order. */
export async function orderRows(tx: Tx, tenantId: TenantId, ids: readonly string[]): Promise<void> {
  await sql`update services set position = listed.place
    from unnest(${ids}::uuid[]) with ordinality as listed (id, place)
    where services.tenant_id = ${tenantId} and services.id = listed.id`.execute(tx);
}

/** Replaces the price rules of a service; the last one wins. */
export async function replaceRules(
  tx: Tx,
  tenantId: TenantId,
  serviceId: string,
  rules: readonly PriceRule[],
): Promise<void> {
  await tx
    .deleteFrom('price_rules')
    .where('tenant_id', '=', tenantId)
    .where('service_id', '=', serviceId)
    .execute();
  if (rules.length === 0) return;
  const rows = rules.map(({ resourceId, weekdays, hours, price }, position) => ({
    tenant_id: tenantId,
    service_id: serviceId,
    position,
    resource_id: resourceId,
    weekdays,
    from_time: hours?.from ?? null,
    to_time: hours?.to ?? null,
    price_paise: price,
  }));
  await tx.insertInto('price_rules').values(rows).execute();
}

/** Replaces the list of the resources that give a service. */
export async function replaceGivenBy(
  tx: Tx,
  tenantId: TenantId,
  serviceId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('service_resources')
    .where('tenant_id', '=', tenantId)
    .where('service_id', '=', serviceId)
    .execute();
  if (ids.length === 0) return;
  const rows = ids.map((resourceId) => ({
    tenant_id: tenantId,
    service_id: serviceId,
    resource_id: resourceId,
  }));
  await tx.insertInto('service_resources').values(rows).execute();
}
