import type { Resource } from '@samay/contract/availability/resources';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { listWeeklyRows } from '../weekly-hours/queries.ts';
import { presentResources } from './present.ts';
import { listResourceRows, type ResourceRow } from './queries.ts';

/** Lists the business's doctors or courts with their parts, archived ones last. */
export async function listResources(context: TenantContext): Promise<{ items: Resource[] }> {
  const { rows, hours } = await readInOneMessage(context, {
    rows: listResourceRows({}),
    hours: listWeeklyRows({}),
  });
  return { items: presentResources(rows, hours, context) };
}

/** The same as a transaction sees it. */
export async function listWritten(tx: Tx, context: TenantContext): Promise<{ items: Resource[] }> {
  const rows = await run(tx, context, listResourceRows({}));
  return { items: presentResources(rows, await run(tx, context, listWeeklyRows({})), context) };
}

/** A resource as this transaction has written it; of a part, its whole. */
export async function fetchWritten(tx: Tx, context: TenantContext, id: string): Promise<Resource> {
  const { items } = await listWritten(tx, context);
  return orNotFound(items.find((each) => each.id === id || each.parts.some((part) => part.id === id)));
}

/** Every resource and part of the business, and the one that is named. @throws `not_found` */
export async function fetchNamed(
  tx: Tx,
  context: TenantContext,
  id: string,
): Promise<{ named: ResourceRow; all: ResourceRow[] }> {
  const all = await run(tx, context, listResourceRows({}));
  return { named: orNotFound(all.find((row) => row.id === id)), all };
}
