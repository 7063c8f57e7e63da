import type {
  addService as addEndpoint,
  changeService as endpoint,
  Service,
} from '@samay/contract/availability/services';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { changeAvailability, noteChange, refuseField } from '../changes/change.ts';
import { fetchService } from './list.ts';
import {
  findResources,
  insertService,
  listServiceRows,
  replaceGivenBy,
  replaceRules,
  updateService,
} from './queries.ts';

type Values = BodyOf<typeof addEndpoint>;
type Changes = BodyOf<typeof endpoint>;

/** Adds a service as the last one. */
export async function addService(context: TenantContext, { body }: { body: Values }): Promise<Service> {
  return changeAvailability(context, (tx) => addServiceWithin(tx, context, body));
}

/** Adds a service within a transaction that has locked the settings. */
export async function addServiceWithin(tx: Tx, context: TenantContext, body: Values): Promise<Service> {
  await assertRoom(tx, context);
  await assertResources(tx, context, body);
  const added = insertService({
    name: body.name,
    duration_min: body.duration,
    buffer_before_min: body.bufferBefore,
    buffer_after_min: body.bufferAfter,
    grid_min: body.grid,
    price_paise: body.price,
    priced_per: body.pricedPer ?? (context.businessType === 'turf' ? 'hour' : 'visit'),
    free_within_days: body.freeWithinDays ?? null,
    by_every_resource: body.resourceIds === null,
    created_at: context.now,
    updated_at: context.now,
  });
  const { id } = onlyRow(await run(tx, context, added));
  await replaceLists(tx, context, id, body);
  await noteChange(tx, context, 'service.added', id);
  return fetchService(tx, context, id);
}

/** Changes the given fields of a service. Bookings keep their duration, price and name. */
export async function changeService(
  context: TenantContext,
  { params: { id }, body }: { params: { id: string }; body: Changes },
): Promise<Service> {
  return changeAvailability(context, async (tx) => {
    await fetchService(tx, context, id);
    await assertResources(tx, context, body);
    const changes = { ...getColumns(body), updated_at: context.now };
    await run(tx, context, updateService(context.tenantId, id, changes));
    await replaceLists(tx, context, id, body);
    await noteChange(tx, context, 'service.changed', id, { changed: Object.keys(body) });
    return fetchService(tx, context, id);
  });
}

/** Refuses ids that are no resources of the business. */
async function assertResources(
  tx: Tx,
  context: TenantContext,
  { resourceIds, priceRules = [] }: Changes,
): Promise<void> {
  const inRules = priceRules.flatMap((rule) => (rule.resourceId === null ? [] : [rule.resourceId]));
  const ids = [...new Set([...(resourceIds ?? []), ...inRules])];
  if (ids.length === 0) return;
  const found = new Set((await run(tx, context, findResources({ ids }))).map((row) => row.id));
  if (inRules.some((id) => !found.has(id))) throw refuseField('priceRules', 'Please choose one of your own');
  if (ids.some((id) => !found.has(id))) throw refuseField('resourceIds', 'Please choose one of your own');
}

async function replaceLists(
  tx: Tx,
  context: TenantContext,
  id: string,
  { resourceIds, priceRules }: Changes,
): Promise<void> {
  if (resourceIds !== undefined) await replaceGivenBy(tx, context, id, [...new Set(resourceIds ?? [])]);
  if (priceRules !== undefined) await replaceRules(tx, context, id, priceRules);
}

function getColumns({
  name,
  duration,
  bufferBefore,
  bufferAfter,
  grid,
  price,
  pricedPer,
  freeWithinDays,
  resourceIds,
}: Changes) {
  return {
    ...(name !== undefined && { name }),
    ...(duration !== undefined && { duration_min: duration }),
    ...(bufferBefore !== undefined && { buffer_before_min: bufferBefore }),
    ...(bufferAfter !== undefined && { buffer_after_min: bufferAfter }),
    ...(grid !== undefined && { grid_min: grid }),
    ...(price !== undefined && { price_paise: price }),
    ...(pricedPer !== undefined && { priced_per: pricedPer }),
    ...(freeWithinDays !== undefined && { free_within_days: freeWithinDays }),
    ...(resourceIds !== undefined && { by_every_resource: resourceIds === null }),
  };
}

/** Limits services to as many as an order may list. */
const mostServices = 200;

/** Refuses one more service than a business may have, without counting archived ones. */
export async function assertRoom(tx: Tx, context: TenantContext): Promise<void> {
  const offered = (await run(tx, context, listServiceRows({}))).filter((row) => row.archived_at === null);
  if (offered.length >= mostServices) throw refuseField('name', `At most ${mostServices}, please`);
}
