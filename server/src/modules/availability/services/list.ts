import type { PriceRule, Service } from '@samay/contract/availability/services';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import {
  type GivenBy,
  listGivenBy,
  listPriceRules,
  listServiceRows,
  type PriceRuleRow,
  type ServiceRow,
} from './queries.ts';

/** Lists the services in their order, archived ones last. */
export async function listServices(context: TenantWork): Promise<{ items: Service[] }> {
  return { items: presentServices(await readInOneMessage(context, serviceStatements())) };
}

/** Returns the statements of the list, for a message with others. */
export function serviceStatements() {
  return { services: listServiceRows({}), rules: listPriceRules({}), given: listGivenBy({}) };
}

/** Lists them as a transaction sees them. */
export async function listWritten(tx: Tx, context: TenantContext): Promise<{ items: Service[] }> {
  const services = await run(tx, context, listServiceRows({}));
  const rules = await run(tx, context, listPriceRules({}));
  return { items: presentServices({ services, rules, given: await run(tx, context, listGivenBy({})) }) };
}

/** Reads one service as this transaction sees it. @throws `not_found` */
export async function fetchService(tx: Tx, context: TenantContext, id: string): Promise<Service> {
  const { items } = await listWritten(tx, context);
  return orNotFound(items.find((each) => each.id === id));
}

interface ServiceRows {
  readonly services: readonly ServiceRow[];
  readonly rules: readonly PriceRuleRow[];
  readonly given: readonly GivenBy[];
}

/** Presents the rows of those statements. */
export function presentServices({ services, rules, given }: ServiceRows): Service[] {
  return services.map((row) => ({
    id: row.id,
    name: row.name,
    duration: row.duration_min,
    bufferBefore: row.buffer_before_min,
    bufferAfter: row.buffer_after_min,
    grid: row.grid_min,
    price: row.price_paise,
    pricedPer: row.priced_per,
    freeWithinDays: row.free_within_days,
    priceRules: rules.filter((rule) => rule.service_id === row.id).map(presentRule),
    resourceIds: row.by_every_resource
      ? null
      : given.filter((each) => each.service_id === row.id).map((each) => each.resource_id),
    archivedAt: row.archived_at?.toISOString() ?? null,
  }));
}

function presentRule({
  resource_id: resourceId,
  weekdays,
  from_time: from,
  to_time: to,
  price_paise: price,
}: PriceRuleRow): PriceRule {
  const hours = from === null || to === null ? null : { from: from.slice(0, 5), to: to.slice(0, 5) };
  return { resourceId, weekdays: [...weekdays], hours, price };
}
