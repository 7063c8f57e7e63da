import type { PriceRule, Service } from '@samay/contract/availability/services';
import type { GivenBy, PriceRuleRow, ServiceRow } from './queries.ts';

export interface ServiceRows {
  readonly services: readonly ServiceRow[];
  readonly rules: readonly PriceRuleRow[];
  readonly given: readonly GivenBy[];
}

/** Presents the services of a business with their prices and the resources that give them. */
export function presentServices({ services, rules, given }: ServiceRows): Service[] {
  return services.map((row) => ({
    id: row.id,
    name: row.name,
    duration: row.duration_min,
    bufferBefore: row.buffer_before_min,
    bufferAfter: row.buffer_after_min,
    grid: row.grid_min,
    price: row.price_paise,
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
