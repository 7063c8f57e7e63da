import type { orderServices as orderEndpoint, Service } from '@samay/contract/availability/services';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { updateRows } from '../../../db/statement.ts';
import { run } from '../../../db/transaction.ts';
import { assertOrder, changeAvailability, noteChange } from '../changes/change.ts';
import { orderRows } from '../changes/queries.ts';
import { assertRoom } from './change.ts';
import { fetchService, listWritten } from './list.ts';

interface Named {
  readonly params: { id: string };
}

/** Archives a service: it takes no new booking. @throws `service.last` */
export async function archiveService(context: TenantContext, { params: { id } }: Named): Promise<Service> {
  return changeAvailability(context, async (tx) => {
    const service = await fetchService(tx, context, id);
    if (service.archivedAt !== null) return service;
    const { items } = await listWritten(tx, context);
    assertThat(
      items.some((each) => each.id !== id && each.archivedAt === null),
      'service.last',
    );
    await run(tx, context, setArchived(context, id, context.now));
    await noteChange(tx, context, 'service.archived', id);
    return fetchService(tx, context, id);
  });
}

/** Takes a service out of the archive. */
export async function restoreService(context: TenantContext, { params: { id } }: Named): Promise<Service> {
  return changeAvailability(context, async (tx) => {
    const service = await fetchService(tx, context, id);
    if (service.archivedAt === null) return service;
    await assertRoom(tx, context);
    await run(tx, context, setArchived(context, id, null));
    await noteChange(tx, context, 'service.restored', id);
    return fetchService(tx, context, id);
  });
}

function setArchived({ tenantId, now }: TenantContext, id: string, at: Date | null) {
  return updateRows('services', { tenant_id: tenantId, id }, { archived_at: at, updated_at: now });
}

/** Orders the services. The first one is the default. */
export async function orderServices(
  context: TenantContext,
  { body: { ids } }: { body: BodyOf<typeof orderEndpoint> },
): Promise<{ items: Service[] }> {
  return changeAvailability(context, async (tx) => {
    const { items } = await listWritten(tx, context);
    const offered = items.filter((each) => each.archivedAt === null);
    assertOrder(offered, ids);
    await run(tx, context, orderRows({ ids }, { table: 'services' }));
    await noteChange(tx, context, 'service.ordered', context.tenantId, { count: ids.length });
    return listWritten(tx, context);
  });
}
