import type { PriceRule } from '@samay/contract/availability/services';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

const columns = [
  'id',
  'name',
  'duration_min',
  'buffer_before_min',
  'buffer_after_min',
  'grid_min',
  'price_paise',
  'priced_per',
  'free_within_days',
  'by_every_resource',
  'archived_at',
] as const;

export type ServiceRow = Pick<Selectable<Schema['services']>, (typeof columns)[number]>;

/** Lists the services in their order, archived ones last. */
export const listServiceRows = statement<object, ServiceRow>((db, { tenantId }) =>
  db
    .selectFrom('services')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .orderBy(sql`archived_at is not null`)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id'),
);

const ruleColumns = ['service_id', 'resource_id', 'weekdays', 'from_time', 'to_time', 'price_paise'] as const;

export type PriceRuleRow = Pick<Selectable<Schema['price_rules']>, (typeof ruleColumns)[number]>;

/** Lists the price rules of every service in their order. */
export const listPriceRules = statement<object, PriceRuleRow>((db, { tenantId }) =>
  db
    .selectFrom('price_rules')
    .select(ruleColumns)
    .where('tenant_id', '=', tenantId)
    .orderBy('service_id')
    .orderBy('position'),
);

export interface GivenBy {
  readonly service_id: string;
  readonly resource_id: string;
}

/** Lists the resources that give a service which not every resource gives. */
export const listGivenBy = statement<object, GivenBy>((db, { tenantId }) =>
  db
    .selectFrom('service_resources')
    .select(['service_id', 'resource_id'])
    .where('tenant_id', '=', tenantId)
    .orderBy('service_id')
    .orderBy('resource_id'),
);

/** Lists the ids that are resources of the business. */
export const findResources = statement<{ ids: readonly string[] }, { id: string }>((db, { tenantId, ids }) =>
  db
    .selectFrom('resources')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`),
);

/** Inserts a service as the last one. Returns its id. */
export async function insertService(
  tx: Tx,
  tenantId: TenantId,
  service: Omit<Insertable<Schema['services']>, 'tenant_id' | 'position' | 'archived_at'>,
) {
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
  changes: Updateable<Schema['services']>,
) {
  await tx
    .updateTable('services')
    .set(changes)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Replaces the price rules of a service; the last one wins. */
export async function replaceRules(
  tx: Tx,
  tenantId: TenantId,
  serviceId: string,
  rules: readonly PriceRule[],
) {
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
export async function replaceGivenBy(tx: Tx, tenantId: TenantId, serviceId: string, ids: readonly string[]) {
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
