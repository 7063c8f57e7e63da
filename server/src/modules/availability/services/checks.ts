import type { TenantContext } from '../../../context/request-context.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { refuseField } from '../changes/refusals.ts';
import { listServiceRows } from './queries.ts';

/** As many as an order may list. */
const mostServices = 200;

/** Refuses one more service than a business may have beside archived ones. */
export async function assertRoom(tx: Tx, context: TenantContext): Promise<void> {
  const offered = (await run(tx, context, listServiceRows({}))).filter((row) => row.archived_at === null);
  if (offered.length >= mostServices) throw refuseField('name', `At most ${mostServices}, please`);
}
