import type { OnlineRefund, noteOnlineRefund as noting } from '@samay/contract/bookings/online-refunds';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { allowancePaise } from '@samay/contract/bookings/owing';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, run, runTogether } from '../../../db/transaction.ts';
import { enqueueAtCommit } from '../../../outbox/index.ts';
import { audit } from '../../audit/index.ts';
import { assertCashThere, drawerLeft, makeRefund } from '../../ledger/index.ts';
import { updateRefund } from '../../online-payments/index.ts';
import { shownBookings } from '../../visibility/index.ts';
import { withMoney } from '../money/change-money.ts';
import { lockedMoney, lockingAllMoney } from '../rows/change.ts';
import { presentOwing } from '../rows/present.ts';
import { writeBookings } from '../rows/write.ts';
import { presentRefund } from './list.ts';
import { nextCheckAt } from './policy.ts';
import { lookUpFailed } from './send.ts';
import { type LockedRefund, lockWithBooking, toStanding } from './settle.ts';

interface Input {
  readonly params: { readonly id: string };
}

/** Asks the provider again for a refund that has failed; what an earlier try made after all is taken instead. @throws `refund.settled`, `not_found` */
export async function retryOnlineRefund(
  context: TenantContext,
  { params: { id } }: Input,
): Promise<OnlineRefund> {
  const { now, tenantId } = context;
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await lockFailed(tx, context, id);
    const { refund } = locked;
    const tries = refund.tries + 1;
    const asked = { ...toStanding(refund), state: 'asked' as const, refundId: null, error: null, tries };
    await run(tx, context, updateRefund({ ...asked, nextCheckAt: nextCheckAt({ asked_at: now }, now) }));
    await audit(tx, context, 'money.refund_retried', refund.appointment_id ?? id, {
      refund: id,
      paise: refund.paise,
    });
    enqueueAtCommit(tx, now, { tenantId, kind: 'online.refund', subject: id, payload: { id } });
    announce('refunds', id);
    return presentLocked(tx, context, locked, 'asked');
  });
}

/**
 * Notes that the money of a refund that has failed was given back another way: a refund of the desk, cash of
 * which leaves the caller's drawer. Money of a payment that became no booking is in no books here.
 * The provider is asked before whether it has gone back after all.
 * @throws `payment.provider_away`, `refund.settled`, `drawer.below_zero`, `advance.not_handed`, `not_found`
 */
export async function noteOnlineRefund(
  context: TenantContext,
  { params: { id }, body }: Input & { readonly body: BodyOf<typeof noting> },
): Promise<OnlineRefund> {
  const { now: doneAt } = context;
  await lookUpFailed(context, id);
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await lockFailed(tx, context, id);
    const { refund, booking } = locked;
    // The id of the try that failed gives way to that of a refund which the business made at the provider itself.
    const noted = { ...toStanding(refund), state: 'noted' as const, refundId: null, error: null, doneAt };
    announce('refunds', id);
    if (!booking) {
      await run(tx, context, updateRefund(noted));
      await audit(tx, context, 'money.refund_noted', id, {
        refund: id,
        paise: refund.paise,
        method: body.method,
      });
      return presentLocked(tx, context, locked, 'noted');
    }
    const money = await lockedMoney(
      tx,
      context,
      await runTogether(tx, context, lockingAllMoney(context, [booking.id])),
    );
    const paid = orNotFound(money.rows.find((row) => row.id === refund.of_id));
    const drawer = drawerLeft(paid, body.method, body, { drawers: money.drawers, own: money.noted.drawer });
    const { paise, reason, lowers } = refund;
    const allowed = lowers ? allowancePaise(presentOwing(booking), paise) : 0;
    const made = makeRefund(
      paid,
      { paise, reason, allowed, method: body.method },
      { ...money.noted, drawer },
    );
    await assertCashThere(tx, context, [made], body);
    const detail = { payment: paid.id, noted: made.id, paise, method: made.method };
    const decided = { payments: [made], action: 'money.refund_noted' as const, detail };
    writeBookings({ tx, announce }, context, [withMoney(booking, money.rows, decided, context)]);
    atCommit(tx, context, updateRefund({ ...noted, ledgerId: made.id }));
    return presentLocked(tx, context, locked, 'noted');
  });
}

/** Locks a refund that has failed. @throws `refund.settled`, `not_found` */
async function lockFailed(tx: Tx, context: TenantContext, id: string): Promise<LockedRefund> {
  const locked = await lockWithBooking(tx, context, id);
  assertThat(locked.refund.state === 'failed', 'refund.settled');
  return locked;
}

async function presentLocked(
  tx: Tx,
  context: TenantContext,
  { refund, booking }: LockedRefund,
  state: OnlineRefund['state'],
): Promise<OnlineRefund> {
  const shown = booking ? await shownBookings(tx, context, [booking.id]) : new Set<string>();
  const row = {
    ...refund,
    state,
    error: null,
    person_name: booking?.person_name ?? null,
    appointment_date: booking?.appointment_date ?? null,
    appointment_time: booking?.appointment_time ?? null,
  };
  return presentRefund(row, shown);
}
