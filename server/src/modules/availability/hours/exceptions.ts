import type { addHourException as endpoint } from '@samay/contract/availability/hours';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import { daysBetween } from '@samay/contract/core/time';
import { userIdOf } from '../../../context/actor.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { deleteRows } from '../../../db/statement.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { presentAffected, type ShownBookings } from '../affected/present.ts';
import { type AffectedRow, listWithin } from '../affected/queries.ts';
import { changeAvailability, noteChange, refuseField } from '../changes/change.ts';
import { listResourceRows } from '../resources/queries.ts';
import { presentException } from './get.ts';
import { assertMayChangeHours } from './set-weekly.ts';
import { countComingExceptions, type ExceptionRow, findException, insertException } from './queries.ts';

type Body = BodyOf<typeof endpoint>;

/** Limits a range to the days for which bookings are made ahead. */
const mostDays = 400;

/** The most that are not over: free starts are computed from all of them. */
const mostComing = 1000;

/** Adds a closure or extra hours. Bookings within a closure stay, and are listed. */
export async function addHourException(
  context: TenantContext,
  { body }: { body: Body },
  shown: ShownBookings,
): Promise<ReplyOf<typeof endpoint>> {
  return changeAvailability(context, async (tx) => {
    await assertMayChangeHours(tx, context, body.resourceId);
    const row = await addException(tx, context, body);
    const within = body.kind === 'closure' ? await bookingsWithin(tx, context, row) : [];
    const affected = await presentAffected(tx, context, within, shown);
    await noteChange(tx, context, `hours.${body.kind}_added`, row.id, { bookings: affected.length });
    return { exception: presentException(row), affected };
  });
}

/** Inserts a closure or extra hours, without a note. @throws `request.invalid` for its range */
async function addException(tx: Tx, context: TenantContext, body: Body): Promise<ExceptionRow> {
  assertRange(body);
  const coming = onlyRow(await run(tx, context, countComingExceptions({ now: context.now })));
  if (coming.count >= mostComing)
    throw refuseField('from', `At most ${mostComing} that are not over, please`);
  const { kind, resourceId, from, to, reason } = body;
  const by = { createdBy: userIdOf(context.actor), now: context.now };
  return onlyRow(await run(tx, context, insertException({ kind, resourceId, from, to, reason, ...by })));
}

/** Adds the closure of a closed day, or finds the existing one with `id`. @throws `not_found` */
export async function makeClosure(
  tx: Tx,
  context: TenantContext,
  closure: Omit<Body, 'kind'>,
  id: string | null,
): Promise<ExceptionRow> {
  if (id !== null) {
    const found = await run(tx, context, findException({ id }));
    return orNotFound(found.find(({ kind }) => kind === 'closure'));
  }
  const row = await addException(tx, context, { ...closure, kind: 'closure' });
  await noteChange(tx, context, 'hours.closure_added', row.id);
  return row;
}

/** Removes the closure of a closed day, unless it was removed before. */
export async function removeClosure(tx: Tx, context: TenantContext, id: string): Promise<void> {
  const [row] = await run(tx, context, findException({ id }));
  if (!row) return;
  await run(tx, context, deleteRows('hour_exceptions', { tenant_id: context.tenantId, id }));
  await noteChange(tx, context, 'hours.closure_removed', id);
}

/** Removes a closure or extra hours. */
export async function removeHourException(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  await changeAvailability(context, async (tx) => {
    const row = orNotFound((await run(tx, context, findException({ id })))[0]);
    await assertMayChangeHours(tx, context, row.resource_id);
    await run(tx, context, deleteRows('hour_exceptions', { tenant_id: context.tenantId, id }));
    await noteChange(tx, context, `hours.${row.kind}_removed`, id);
  });
}

/** Checks the range of a closure or extra hours. @throws `request.invalid` */
export function assertRange({ from, to }: Pick<Body, 'from' | 'to'>): void {
  if (`${to.date} ${to.time}` <= `${from.date} ${from.time}`)
    throw refuseField('to', 'The end must be after the start');
  if (daysBetween(from.date, to.date) > mostDays)
    throw refuseField('to', `Please choose at most ${mostDays} days`);
}

/**
 * Lists the scheduled bookings within a closure of the business, or of its resource with the parts
 * or the whole that share its place.
 */
async function bookingsWithin(tx: Tx, context: TenantContext, row: ExceptionRow): Promise<AffectedRow[]> {
  const range = { from: row.starts_at, to: row.ends_at };
  if (row.resource_id === null) return run(tx, context, listWithin({ ...range, resourceIds: null }));
  const all = await run(tx, context, listResourceRows({}));
  const wholeId = all.find((each) => each.id === row.resource_id)?.whole_id;
  const related = all.filter(
    ({ id, whole_id: whole }) => id === row.resource_id || whole === row.resource_id || id === wholeId,
  );
  return run(tx, context, listWithin({ ...range, resourceIds: related.map(({ id }) => id) }));
}
