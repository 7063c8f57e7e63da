import type { WeeklyHours } from '@samay/contract/availability/hours';
import type { Resource } from '@samay/contract/availability/resources';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { listWeeklyRows, presentWeekly, type WeeklyRow } from '../weekly-hours/queries.ts';
import { listResourceRows, type ResourceRow } from './queries.ts';

/** Lists doctors or courts with their parts, archived ones last. */
export async function listResources(context: TenantContext): Promise<{ items: Resource[] }> {
  const { rows, hours } = await readInOneMessage(context, {
    rows: listResourceRows({}),
    hours: listWeeklyRows({}),
  });
  return { items: presentResources(rows, hours, context) };
}

/** Lists them as a transaction sees them. */
export async function listWritten(tx: Tx, context: TenantContext): Promise<{ items: Resource[] }> {
  const rows = await run(tx, context, listResourceRows({}));
  return { items: presentResources(rows, await run(tx, context, listWeeklyRows({})), context) };
}

/** Reads a resource as this transaction has written it; for a part, its whole. */
export async function fetchWritten(tx: Tx, context: TenantContext, id: string): Promise<Resource> {
  const { items } = await listWritten(tx, context);
  return orNotFound(items.find((each) => each.id === id || each.parts.some((part) => part.id === id)));
}

/** Reads every resource, and the named one. @throws `not_found` */
export async function fetchNamed(
  tx: Tx,
  context: TenantContext,
  id: string,
): Promise<{ named: ResourceRow; all: ResourceRow[] }> {
  const all = await run(tx, context, listResourceRows({}));
  return { named: orNotFound(all.find((row) => row.id === id)), all };
}

function presentResources(
  rows: readonly ResourceRow[],
  hours: readonly WeeklyRow[],
  { caller }: Pick<TenantContext, 'caller'>,
): Resource[] {
  return rows
    .filter((row) => row.whole_id === null)
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      colour: row.colour,
      parts: rows
        .filter((part) => part.whole_id === row.id)
        .map(({ id, name, archived_at: at }) => ({ id, name, archivedAt: toInstant(at) })),
      memberId: row.member_id,
      isOwn: row.member_id === caller.userId,
      hours: findHours(hours, row.id),
      archivedAt: toInstant(row.archived_at),
    }));
}

function findHours(hours: readonly WeeklyRow[], resourceId: string): WeeklyHours[] {
  return presentWeekly(hours.filter((row) => row.resource_id === resourceId));
}

function toInstant(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
