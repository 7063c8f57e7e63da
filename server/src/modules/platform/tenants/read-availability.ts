import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type {
  getTenantAvailability as availabilityEndpoint,
  listTenantSlots as slotsEndpoint,
} from '@samay/contract/platform/tenant-availability';
import type { SessionContext } from '../../../context/request-context.ts';
import { getHours, listResources, listServices, listSlots } from '../../availability/index.ts';
import { type Input, readAsSupport } from './read-as-support.ts';

/**
 * The doctors or courts, services and hours of one business, read-only. The access is audited in
 * the business's log first.
 */
export async function getTenantAvailability(
  context: SessionContext,
  { params, query }: Input<QueryOf<typeof availabilityEndpoint>>,
): Promise<ReplyOf<typeof availabilityEndpoint>> {
  const within = await readAsSupport(context, {
    tenantId: params.id,
    action: 'platform.availability_viewed',
  });
  const [resources, services, hours] = await Promise.all([
    listResources(within),
    listServices(within),
    getHours(within, { query }),
  ]);
  return { resources: resources.items, services: services.items, hours };
}

/**
 * The free starts of one business, read-only. The access is audited in the business's log first.
 */
export async function listTenantSlots(
  context: SessionContext,
  { params, query }: Input<QueryOf<typeof slotsEndpoint>>,
): Promise<ReplyOf<typeof slotsEndpoint>> {
  const within = await readAsSupport(context, { tenantId: params.id, action: 'platform.slots_viewed' });
  return listSlots(within, { query });
}
