import type { PriceRule } from '@samay/contract/availability/services';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { deleteRows, insertRow, type InTenant, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { writeTogether } from '../../../db/transaction.ts';

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

const newColumns = [
  'name',
  'duration_min',
  'buffer_before_min',
  'buffer_after_min',
  'grid_min',
  'price_paise',
  'priced_per',
  'free_within_days',
  'by_every_resource',
  'created_at',
  'updated_at',
] as const;

type NewService = Pick<Insertable<Schema['services']>, (typeof newColumns)[number]>;

/** Inserts a service as the last one. */
export const insertService = statement(
  (_, values: InTenant & NewService) => sql<{ id: string }>`
    insert into services (tenant_id, ${sql.join(newColumns.map((name) => sql.ref(name)))}, position)
    select ${values.tenantId}, ${sql.join(newColumns.map((name) => values[name]))}, coalesce(max(position) + 1, 0)
    from services where tenant_id = ${values.tenantId} returning id`,
);

/** Replaces the price rules of a service; the last one wins. */
export async function replaceRules(
  tx: Tx,
  { tenantId }: { readonly tenantId: TenantId },
  serviceId: string,
  rules: readonly PriceRule[],
) {
  const service = { tenant_id: tenantId, service_id: serviceId };
  const rows = rules.map(({ resourceId, weekdays, hours, price }, position) => ({
    ...service,
    position,
    resource_id: resourceId,
    weekdays,
    from_time: hours?.from ?? null,
    to_time: hours?.to ?? null,
    price_paise: price,
  }));
  const inserted = rows.map((row) => insertRow('price_rules', row));
  await writeTogether(tx, { tenantId }, [deleteRows('price_rules', service), ...inserted]);
}

/** Replaces the list of the resources that give a service. */
export async function replaceGivenBy(
  tx: Tx,
  { tenantId }: { readonly tenantId: TenantId },
  serviceId: string,
  ids: readonly string[],
) {
  const service = { tenant_id: tenantId, service_id: serviceId };
  const inserted = ids.map((id) => insertRow('service_resources', { ...service, resource_id: id }));
  await writeTogether(tx, { tenantId }, [deleteRows('service_resources', service), ...inserted]);
}
