import type { Closing, ClosingBooking, ClosingSummary } from '@samay/contract/bookings/closings';
import { isErrorCode, sentenceFor } from '@samay/contract/core/errors';
import { isOwner } from '@samay/contract/core/roles';
import { indiaDate, indiaTime, isoOf } from '@samay/contract/core/time';
import { undoMinutes } from '@samay/contract/core/wording';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { type ClosingBookingRow, type ClosingRow, isRefundWaiting } from './queries.ts';

interface Counted {
  readonly counts: ClosingSummary['counts'];
  /** The number of bookings that wait for a refund. */
  readonly refunds: number;
}

/** Presents a closing with the number of its bookings by state. */
export function presentSummary(
  row: ClosingRow,
  { counts, refunds }: Counted,
  context: TenantContext,
): ClosingSummary {
  return {
    id: row.id,
    exceptionId: row.exception_id,
    resourceId: row.resource_id,
    from: getMoment(row.starts_at),
    to: getMoment(row.ends_at),
    reason: row.reason,
    closedAt: isoOf(row.closed_at),
    by: row.closed_by_name,
    undoneAt: row.undone_at && isoOf(row.undone_at),
    mayUndo: mayUndo(row, context),
    counts,
    withheld: allowed(context, 'payments.refund') ? 0 : refunds,
  };
}

/** Presents a closing with its bookings as they are now. */
export function presentClosing(
  row: ClosingRow,
  decisions: readonly ClosingBookingRow[],
  bookings: readonly AppointmentRow[],
  context: TenantContext,
): Closing {
  const counts: ClosingSummary['counts'] = {};
  for (const { state } of decisions) counts[state] = (counts[state] ?? 0) + 1;
  const shown = new Map(bookings.map((booking) => [booking.id, booking]));
  return {
    ...presentSummary(row, { counts, refunds: decisions.filter(isRefundWaiting).length }, context),
    bookings: decisions.map((each) => presentDecision(each, shown.get(each.appointment_id), context)),
  };
}

/** Presents the decision about a booking. The plan may hide the booking itself. */
export function presentDecision(
  row: ClosingBookingRow,
  booking: AppointmentRow | undefined,
  context: TenantContext,
): ClosingBooking {
  const { refusal } = row;
  return {
    bookingId: row.appointment_id,
    booking: booking ? present(booking, context) : null,
    from: { date: row.from_date, time: row.from_time.slice(0, 5), resourceId: row.from_resource_id },
    action: row.action,
    to: presentDestination(row),
    money: row.money,
    paidBefore: row.from_amount_paise,
    state: row.state,
    refusal: refusal !== null && isErrorCode(refusal) ? sentenceFor(refusal, context.businessType) : refusal,
    withheld: isRefundWaiting(row) && !allowed(context, 'payments.refund'),
  };
}

/** Returns whether the caller may take a closing back: its author or an owner, for ten minutes. */
export function mayUndo(
  { closed_at: at, closed_by: by, undone_at: undone }: ClosingRow,
  { caller, now }: Pick<TenantContext, 'caller' | 'now'>,
): boolean {
  const isRecent = now.getTime() < at.getTime() + undoMinutes * 60_000;
  return undone === null && isRecent && (by === caller.userId || isOwner(caller.role));
}

function presentDestination(row: ClosingBookingRow): ClosingBooking['to'] {
  const { to_date: date, to_time: time, to_resource_id: resourceId } = row;
  return date === null || time === null ? null : { date, time: time.slice(0, 5), resourceId };
}

function getMoment(instant: Date): { date: string; time: string } {
  return { date: indiaDate(instant), time: indiaTime(instant) };
}
