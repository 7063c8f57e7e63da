import { type ClosingBooking, mostPerStep } from '@samay/contract/bookings/closings';
import type { continueClosing as contract } from '@samay/contract/bookings/closings';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertMayClose } from '../../availability/index.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { readAppointment } from '../rows/fetch.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { type Former, moveBack, rescheduleAppointment } from '../appointments/reschedule.ts';
import { isSameTime } from '../rows/walk-in.ts';
import { cancelAppointment } from '../money/cancel.ts';
import { undoCancel } from '../money/undo-cancel.ts';
import { presentDecision } from './present.ts';
import {
  type ClosingBookingRow,
  type ClosingRow,
  countPending,
  findClosing,
  keepClosing,
  keepFormer,
  listPending,
  takeClosing,
  writeOutcome,
} from './queries.ts';

/** The time for which a request keeps a closing to itself with each booking that it handles. */
const busyMs = 20_000;

/**
 * Handles the next bookings of a closing, each in transactions of its own; one request at a time.
 * The booking is changed first and its outcome written after it: a request that was lost in between
 * is repeated, finds the booking as decided, and only writes the outcome. While another request is
 * at it, nothing is handled.
 * @throws `not_found`, `access.denied`
 */
export async function continueClosing(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<ReplyOf<typeof contract>> {
  const mayRefund = allowed(context, 'payments.refund');
  const { closing, pending } = await take(context, id, mayRefund);
  const handled: ClosingBooking[] = [];
  for (const row of pending) handled.push(await handle(context, closing, row));
  if (pending.length > 0)
    await inTenant(context, async (tx) => run(tx, context, keepClosing({ id, until: null })));
  const { count } = await readInOneMessage(context, { count: countPending({ id, mayRefund }) });
  return { handled, left: onlyRow(count).left };
}

/**
 * Makes the closing busy, and lists its next bookings; none where another request is at it. Those
 * whose money is given back wait for a user with that right.
 */
async function take(context: TenantContext, id: string, mayRefund: boolean) {
  return inTenant(context, async (tx) => {
    const closing = orNotFound((await run(tx, context, findClosing({ id })))[0]);
    await assertMayClose(tx, context, closing.resource_id);
    const [taken] = await run(tx, context, takeClosing({ id, now: context.now, until: busyUntil(context) }));
    const pending = taken ? await run(tx, context, listPending({ id, mayRefund, limit: mostPerStep })) : [];
    if (taken && pending.length === 0) await run(tx, context, keepClosing({ id, until: null }));
    return { closing, pending };
  });
}

function busyUntil({ dependencies }: TenantContext): Date {
  return new Date(dependencies.clock().getTime() + busyMs);
}

async function handle(
  context: TenantContext,
  closing: ClosingRow,
  row: ClosingBookingRow,
): Promise<ClosingBooking> {
  const isUndo = row.state === 'undoing';
  let { left_at } = row;
  const refusal = await catchRefusal(async () => {
    if (isUndo) await undo(context, closing, row);
    else left_at = await carryOut(context, closing, row);
  });
  const booking = await readAppointment(context, row.appointment_id).catch(ignoringRefusal);
  const [done, refused] = isUndo ? (['undone', 'stands'] as const) : (['done', 'refused'] as const);
  const outcome = {
    appointment_id: row.appointment_id,
    state: refusal === null ? done : refused,
    refusal,
    left_at,
  };
  const { id } = closing;
  await inTenant(context, async (tx) => {
    await run(tx, context, writeOutcome({ ...outcome, id, was: row.state }));
    await run(tx, context, keepClosing({ id, until: busyUntil(context) }));
  });
  return presentDecision({ ...row, ...outcome }, booking, context);
}

/**
 * Moves or cancels a booking as decided, unless this was done before, and returns the version that
 * it left; null where another user has moved it there, so that the undo leaves it alone. A visit
 * that has begun or ended since is left alone too. @throws `booking.changed`
 */
async function carryOut(
  context: TenantContext,
  closing: ClosingRow,
  row: ClosingBookingRow,
): Promise<Date | null> {
  const params = { id: row.appointment_id };
  const booking = await readAppointment(context, params.id);
  const isMove = row.action === 'move';
  const isOwn = booking.closing_id === closing.id;
  const isDone = isMove ? isAt(booking, placeAfter(row)) : isOwn && booking.status === 'cancelled';
  if (isDone) return isOwn ? (row.left_at ?? booking.updated_at) : null;
  const isToCome = booking.status === 'scheduled' && booking.started_at === null;
  assertThat(isToCome && isSameTime(booking, momentBefore(row)), 'booking.changed');
  const former = { id: closing.id, ...formerColumns(booking), left_at: context.now };
  await inTenant(context, async (tx) => run(tx, context, keepFormer(former)));
  const by = { id: closing.id, seen: booking.updated_at };
  if (isMove) {
    await rescheduleAppointment(context, { params, body: placeAfter(row), closing: by });
  } else {
    const body = { money: row.money ?? 'leave', reason: closing.reason, belowZero: true };
    await cancelAppointment(context, { params, body, closing: by, otherwise: row.method });
  }
  return context.now;
}

function formerColumns(booking: AppointmentRow) {
  return {
    appointment_id: booking.id,
    from_resource_id: booking.resource_id,
    from_doctor: booking.doctor,
    from_price_paise: booking.price_paise,
    from_amount_paise: booking.amount_paise,
    from_buffer_before_min: booking.buffer_before_min,
    from_buffer_after_min: booking.buffer_after_min,
    from_arrived_at: booking.arrived_at,
    from_delay_min: booking.delay_min,
    from_walk_in: booking.walk_in,
  };
}

/** Takes a decision back, if the booking is as the decision left it. @throws `booking.changed` */
async function undo(context: TenantContext, { id }: ClosingRow, row: ClosingBookingRow): Promise<void> {
  const params = { id: row.appointment_id };
  const booking = await readAppointment(context, params.id);
  const isBack =
    booking.status === 'scheduled' &&
    isSameTime(booking, momentBefore(row)) &&
    booking.resource_id === row.from_resource_id;
  if (isBack) return;
  const isAsLeft = booking.closing_id === id && booking.updated_at.getTime() === row.left_at?.getTime();
  assertThat(isAsLeft, 'booking.changed');
  if (row.action === 'cancel') {
    await undoCancel(context, { params, closingId: id });
    return;
  }
  await moveBack(context, { params, former: makeFormer(row), seen: booking.updated_at });
}

/** Returns the place and the state that a booking had before this closing moved it. */
function makeFormer(row: ClosingBookingRow): Former {
  return {
    ...momentBefore(row),
    resourceId: row.from_resource_id,
    doctor: row.from_doctor,
    price: row.from_price_paise,
    buffers: { before: row.from_buffer_before_min, after: row.from_buffer_after_min },
    arrivedAt: row.from_arrived_at,
    delay: row.from_delay_min ?? 0,
    walkIn: row.from_walk_in ?? false,
  };
}

function momentBefore({ from_date: date, from_time: time }: ClosingBookingRow) {
  return { date, time: time.slice(0, 5) };
}

function placeAfter({ to_date: date, to_time: time, to_resource_id: resourceId }: ClosingBookingRow) {
  return { date: orNotFound(date), time: orNotFound(time).slice(0, 5), resourceId };
}

/** Returns whether a booking is at a place; without a resource its own is meant. */
function isAt(booking: AppointmentRow, { resourceId, ...moment }: ReturnType<typeof placeAfter>): boolean {
  return isSameTime(booking, moment) && (resourceId === null || booking.resource_id === resourceId);
}

/** Runs a change and returns the code of its refusal, or null. A failure of the server is thrown. */
async function catchRefusal(change: () => Promise<void>): Promise<AppError['code'] | null> {
  try {
    await change();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.code;
    throw error;
  }
}

function ignoringRefusal(error: unknown): undefined {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return undefined;
}
