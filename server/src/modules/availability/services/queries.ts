import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';

const columns = [
  'id',
  'name',
  'duration_min',
  'buffer_before_min',
  'buffer_after_min',
  'grid_min',
  'price_paise',
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

/** Lists which resources give which service, of services that not every resource gives. */
export const listGivenBy = statement<object, GivenBy>((db, { tenantId }) =>
  db
    .selectFrom('service_resources')
    .select(['service_id', 'resource_id'])
    .where('tenant_id', '=', tenantId)
    .orderBy('service_id')
    .orderBy('resource_id'),
);

/** Those of the ids that are resources of the business. */
export const findResources = statement<{ ids: readonly string[] }, { id: string }>((db, { tenantId, ids }) =>
  db
    .selectFrom('resources')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`),
);
