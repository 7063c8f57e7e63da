import type { NewAppointment } from '@samay/contract/bookings/appointments';
import type { Settled } from '@samay/contract/public/requests';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type {
  confirmRequest as confirming,
  declineRequest as declining,
} from '@samay/contract/public/requests';
import { userIdOf } from '../../../context/actor.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { announceChange, inTenant, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import {
  closedWarnings,
  deleteHolds,
  findState,
  makeBusinessDays,
  readDays,
  refusingTaken,
} from '../../availability/index.ts';
import { book } from '../../bookings/index.ts';
import type { OwnWork } from '../../bookings/index.ts';
import { isUnpaid, presentRequest } from './present.ts';
import { findRequest, lockRequest, type RequestRow, settleRequest } from './queries.ts';
import { tellConfirmed, tellDeclined } from './tell.ts';

interface Input {
  readonly params: { readonly id: string };
}

/**
 * Makes the booking that a visitor asked for, at its present price, and takes the money that came by UPI
 * with it. One that has lapsed is made where its time is still free.
 * @throws `request.changed` where the number of the payment is another than the caller saw, `request.settled`,
 * `request.closed` where the time is closed by now and the caller does not know it, and what `book` refuses, such as
 * `plan.limit_reached` and `slot.taken`
 */
export async function confirmRequest(
  context: TenantContext,
  { params: { id }, body: seen }: Input & { readonly body?: BodyOf<typeof confirming> },
): Promise<Settled> {
  const { now } = context;
  return refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      const request = await lockWaiting(tx, context, id);
      assertThat((seen?.utr ?? null) === request.utr, 'request.changed');
      if (!seen?.isKnownClosed) await assertOpen(tx, context, request);
      const guest = { heldBy: id, note: request.note };
      const body = { ...toBody(request), ...toPayment(request) };
      const [made] = await book({ tx, announce }, context, [{ body }], { guest });
      const booking = orNotFound(made);
      atCommit(tx, context, deleteHolds({ heldBy: id }));
      atCommit(
        tx,
        context,
        settleRequest({
          id,
          state: 'confirmed',
          at: now,
          by: userIdOf(context.actor),
          reason: null,
          appointmentId: booking.id,
        }),
      );
      announce('requests', id);
      const settled = { ...request, state: 'confirmed', appointment_id: booking.id } as const;
      return {
        request: presentRequest(settled, now),
        told: await tellConfirmed(tx, context, request, booking),
      };
    }),
  );
}

/** Declines a request, and gives its time back. @throws `request.settled` */
export async function declineRequest(
  context: TenantContext,
  { params: { id }, body }: Input & { readonly body: BodyOf<typeof declining> },
): Promise<Settled> {
  const { now } = context;
  const reason = body.reason || null;
  return inTenant(context, async (tx) => {
    const request = await lockWaiting(tx, context, id);
    const by = userIdOf(context.actor);
    atCommit(tx, context, deleteHolds({ heldBy: id }));
    atCommit(tx, context, settleRequest({ id, state: 'declined', at: now, by, reason, appointmentId: null }));
    await audit(tx, context, 'booking_request.declined', id);
    announceChange(tx, context, 'requests', id);
    const settled = { ...request, state: 'declined', reason } as const;
    return { request: presentRequest(settled, now), told: await tellDeclined(tx, context, settled) };
  });
}

/** Takes a visitor's own request back, and gives its time back; one that is settled stays as it is. */
export async function withdrawRequest(context: OwnWork, id: string): Promise<void> {
  await inTenant(context, async (tx) => {
    await run(tx, context, lockRequest({ id }));
    const request = orNotFound((await run(tx, context, findRequest({ id })))[0]);
    // A visitor who has paid asks the business, which gives the money back.
    if (request.state !== 'pending' || request.utr !== null) return;
    const withdrawn = {
      id,
      state: 'withdrawn',
      at: context.now,
      by: null,
      reason: null,
      appointmentId: null,
    } as const;
    atCommit(tx, context, deleteHolds({ heldBy: id }));
    atCommit(tx, context, settleRequest(withdrawn));
    await audit(tx, context, 'booking_request.withdrawn', id);
    announceChange(tx, context, 'requests', id);
  });
}

/** Locks a request that nobody has settled. @throws `not_found`, `request.settled` */
async function lockWaiting(tx: Tx, context: TenantContext, id: string): Promise<RequestRow> {
  await run(tx, context, lockRequest({ id }));
  const request = orNotFound((await run(tx, context, findRequest({ id })))[0]);
  assertThat(!isUnpaid(request), 'not_found');
  assertThat(request.state === 'pending', 'request.settled');
  return request;
}

/** Asserts that the time of a request is open, as it was when it was asked for. @throws `request.closed` at `time` with why not */
async function assertOpen(tx: Tx, context: TenantContext, request: RequestRow): Promise<void> {
  const { id, service_id: service, resource_id: resource, appointment_date: date } = request;
  const range = { from: date, to: date, now: context.now };
  const rows = await run(tx, context, readDays({ ...range, service, resource, except: null, heldBy: id }));
  const days = makeBusinessDays(rows, { service });
  const start = { date, time: timeOf(request), duration: request.duration_min };
  const { closed } = findState(
    days,
    start,
    days.resources.filter((row) => row.id === resource),
  );
  if (!closed) return;
  throw new AppError('request.closed', { fields: { time: closedWarnings(days, closed, start).join(' ') } });
}

const timeOf = (request: RequestRow) => request.appointment_time.slice(0, 5);

function toBody(request: RequestRow) {
  return {
    personName: request.person_name,
    personContact: request.contact,
    date: request.appointment_date,
    time: timeOf(request),
    serviceId: request.service_id,
    resourceId: request.resource_id,
    duration: request.duration_min,
  };
}

/** Returns the payment of a new booking that a visitor has made by UPI; what is above its price is kept in advance. */
function toPayment({ upi_paise: amount, utr }: RequestRow): Partial<NewAppointment> {
  if (amount === null || utr === null) return {};
  return { amount, paymentMethod: 'UPI', paymentId: utr, above: { as: 'advance' } };
}
