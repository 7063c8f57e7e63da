import { randomUUID } from 'node:crypto';
import type { addClosing as contract, Closing, Decision } from '@samay/contract/bookings/closings';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { userIdOf } from '../../../context/actor.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { assertMayClose, changeAvailability, makeClosure } from '../../availability/index.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import {
  assertCashThere,
  readDrawerRules,
  readDrawerStates,
  readPayments,
  unnamedPaise,
} from '../../ledger/index.ts';
import { makeRefunds } from '../money/cancel.ts';
import { getClosing } from './get.ts';
import { type ClosingBookingRow, insertClosing, insertDecision, listKnown, readPlaces } from './queries.ts';

type Body = BodyOf<typeof contract>;

/**
 * Closes a span and stores the decisions about its bookings in one transaction. A repeated request
 * gets the closing as it is by then.
 * @throws `access.denied`; `not_found` for an unknown resource, closure, booking or destination;
 * `payment.needs_method`, `drawer.below_zero`
 */
export async function addClosing(context: TenantContext, { body }: { body: Body }): Promise<Closing> {
  const { exceptionId = null, bookings, belowZero, ...closure } = body;
  const isRefunding = bookings.some(
    ({ decision }) => decision.action === 'cancel' && decision.money === 'refund',
  );
  assertThat(!isRefunding || allowed(context, 'payments.refund'), 'access.denied');
  const { id } = await changeAvailability(context, async (tx) => {
    if (exceptionId === null) await assertMayClose(tx, context, body.resourceId);
    const made = await makeClosure(tx, context, closure, exceptionId);
    if (exceptionId !== null) await assertMayClose(tx, context, made.resource_id);
    const places = await run(tx, context, readPlaces({ ids: bookings.map((booking) => booking.id) }));
    const rows = bookings.map((booking, position): ClosingBookingRow => {
      const place = orNotFound(places.find((each) => each.id === booking.id));
      assertReturnable(booking.decision, place);
      return makeRow(booking, place, position);
    });
    await assertKnown(tx, context, rows);
    if (isRefunding && !belowZero) await assertCashReturnable(tx, context, rows);
    const closing = {
      id: randomUUID(),
      exception_id: made.id,
      adds_closure: exceptionId === null,
      resource_id: made.resource_id,
      starts_at: made.starts_at,
      ends_at: made.ends_at,
      reason: made.reason,
      closed_at: context.now,
      closed_by: userIdOf(context.actor),
    };
    atCommit(tx, context, insertClosing(closing));
    for (const row of rows) atCommit(tx, context, insertDecision({ ...row, closingId: closing.id }));
    await audit(tx, context, 'closing.made', closing.id, {
      ...(made.resource_id !== null && { resource: made.resource_id }),
      ...countActions(rows),
    });
    return { id: closing.id };
  });
  return getClosing(context, { params: { id } });
}

/** Asserts that it is known how money goes back. @throws `payment.needs_method` */
function assertReturnable(decision: Decision, place: Pick<AppointmentRow, 'paid_by'>): void {
  const isAsked = decision.action === 'cancel' && decision.money === 'refund' && unnamedPaise(place) > 0;
  assertThat(!isAsked || decision.method, 'payment.needs_method');
}

/**
 * Asserts that the drawers have the cash that is given back; carrying it out asks no more.
 * @throws `drawer.below_zero`
 */
async function assertCashReturnable(
  tx: Tx,
  context: TenantContext,
  rows: readonly ClosingBookingRow[],
): Promise<void> {
  const { userId } = context.caller;
  const refunding = rows.filter(({ money }) => money === 'refund');
  const { payments, drawers, rules } = await runTogether(tx, context, {
    payments: readPayments({ ids: refunding.map(({ appointment_id: id }) => id) }),
    drawers: readDrawerStates({}),
    rules: readDrawerRules({ userId }),
  });
  const own = drawers.find(({ id }) => id === onlyRow(rules).own_drawer);
  const noted = { by: userId, at: context.now, drawer: own };
  const given = refunding.flatMap(({ appointment_id: id, method }) => {
    const all = payments.filter((row) => row.appointment_id === id);
    // Money that came through the payment provider is no cash.
    return makeRefunds({ rows: all, drawers, noted, online: [] }, { otherwise: method });
  });
  await assertCashThere(tx, context, given, {});
}

/** Asserts that the doctors or courts to which bookings move are those of the business. */
async function assertKnown(
  tx: Tx,
  context: TenantContext,
  rows: readonly ClosingBookingRow[],
): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ to_resource_id: id }) => id ?? []))];
  const known = await run(tx, context, listKnown({ ids }));
  assertThat(known.length === ids.length, 'not_found');
}

function makeRow(
  { id, before, decision }: Body['bookings'][number],
  place: Pick<AppointmentRow, 'resource_id' | 'doctor'>,
  position: number,
): ClosingBookingRow {
  return {
    appointment_id: id,
    position,
    from_date: before.date,
    from_time: before.time,
    from_resource_id: place.resource_id,
    from_doctor: place.doctor,
    from_price_paise: null,
    from_amount_paise: null,
    from_buffer_before_min: null,
    from_buffer_after_min: null,
    from_arrived_at: null,
    from_delay_min: null,
    from_walk_in: null,
    ...getColumns(decision),
    state: decision.action === 'keep' ? 'done' : 'waiting',
    refusal: null,
    left_at: null,
  };
}

type DecisionColumns = Pick<
  ClosingBookingRow,
  'action' | 'to_date' | 'to_time' | 'to_resource_id' | 'money' | 'method'
>;

function getColumns(decision: Decision): DecisionColumns {
  const none = { to_date: null, to_time: null, to_resource_id: null, money: null, method: null };
  const { action } = decision;
  if (action === 'move') {
    const { date, time, resourceId } = decision.to;
    return { ...none, action, to_date: date, to_time: time, to_resource_id: resourceId };
  }
  if (action === 'cancel') return { ...none, action, money: decision.money, method: decision.method ?? null };
  return { ...none, action };
}

function countActions(rows: readonly ClosingBookingRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { action } of rows) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}
