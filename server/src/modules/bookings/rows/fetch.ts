import { indiaDate } from '@samay/contract/core/time';
import { orNotFound } from '../../../core/app-error.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import { usageOf, usageOn, type UsageRow } from '../../tenancy/index.ts';
import { type AppointmentRow, findAny, findShown, findShownIn, lockBooking } from './queries.ts';
import { readShown, visibilityIn } from '../../visibility/index.ts';

/**
 * Reads the row of one booking. Throws `not_found` alike for an unknown id, another business's booking, and one
 * beyond the plan's limit.
 */
export async function readAppointment(context: BookingContext, id: string): Promise<AppointmentRow> {
  const { rows } = await readShown(context, (view) => ({ found: findShown(view, { bookingId: id }) }));
  return orNotFound(rows.found[0]);
}

/** Locks one booking until the transaction ends, and reads the plan's usage; see `lockedBooking`. */
export function lockingBooking({ now }: Pick<BookingContext, 'now'>, id: string) {
  return { booking: lockBooking({ id }), usage: usageOn(indiaDate(now)) };
}

/**
 * Returns the locked booking from the rows of `lockingBooking`. Only where the plan hides bookings
 * is it checked that it shows this one. Throws `not_found` as `readAppointment` does.
 */
export async function lockedBooking(
  tx: Tx,
  context: BookingContext,
  rows: { readonly booking: readonly AppointmentRow[]; readonly usage: readonly UsageRow[] },
): Promise<AppointmentRow> {
  const row = orNotFound(rows.booking[0]);
  const usage = usageOf(rows.usage);
  if (usage.hidden === 0) return isWithoutItsFile(row) ? fetchWritten(tx, context, row.id) : row;
  const { visibility } = await visibilityIn(tx, context);
  return orNotFound(await findShownIn(tx, context, { order: context.businessType, visibility }, row.id));
}

/** Locks one booking until the transaction ends and returns its row. */
export async function fetchLocked(tx: Tx, context: BookingContext, id: string): Promise<AppointmentRow> {
  return lockedBooking(tx, context, await runTogether(tx, context, lockingBooking(context, id)));
}

/**
 * Returns whether a locked row lacks its file: a statement that waited for an upload has the
 * booking as it is now, and the files from before it waited.
 */
function isWithoutItsFile({ prescription_id: fileId, file_name: name }: AppointmentRow): boolean {
  return fileId !== null && name === null;
}

/**
 * Reads the row that this transaction, or an earlier request, has written, whether or not the plan
 * shows it.
 */
export async function fetchWritten(tx: Tx, context: BookingContext, id: string): Promise<AppointmentRow> {
  return orNotFound(await findAny(tx, context, id));
}
