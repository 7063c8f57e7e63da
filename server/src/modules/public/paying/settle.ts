import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { announceChange, inTenant, inTenantAnnouncing } from '../../../db/tenant.ts';
import { atCommit, run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { lockBooking, takeOnline } from '../../bookings/index.ts';
import { readPageBusiness } from '../online/settings-queries.ts';
import {
  findOnlinePayment,
  lockOnlinePayment,
  type PaymentOfOrder,
  settleOnlinePayment,
} from '../orders/queries.ts';

interface OfPayment {
  readonly tenantId: string;
  readonly paymentId: string;
}

const job = 'online.capture';

/**
 * Notes that the payment of a booking is captured: its row of money, once. Also after a refusal, since the
 * provider's latest word holds. The booking is locked first, as each verb of money does.
 */
export async function settleCapture(
  dependencies: Dependencies,
  { tenantId, paymentId: id }: OfPayment,
): Promise<PaymentOfOrder['state']> {
  const context = systemContext(dependencies, { job, tenantId });
  const { appointmentId, businessType } = await findBooking(context, id);
  return inTenantAnnouncing(context, async (tx, announce) => {
    await run(tx, context, lockBooking({ id: appointmentId }));
    const row = orNotFound((await run(tx, context, lockOnlinePayment({ id })))[0]);
    if (row.state !== 'authorized' && row.state !== 'refused') return row.state;
    const taken = { appointmentId, paise: row.paise, reference: id };
    const ledgerId = await takeOnline({ tx, announce }, { ...context, businessType }, taken);
    const settled = { id, state: 'captured', reason: null, ledger_id: ledgerId, now: context.now } as const;
    atCommit(tx, context, settleOnlinePayment(settled));
    return 'captured';
  });
}

/**
 * Notes that a payment is not captured for good: the provider refuses it or was asked for a day, and the booking stays
 * and is unpaid; or the business has cancelled its booking. Nothing is noted where that cancel was undone meanwhile.
 */
export async function settleRefusal(
  dependencies: Dependencies,
  { tenantId, paymentId: id }: OfPayment,
  reason: 'returned' | 'cancelled' | 'not_captured',
): Promise<PaymentOfOrder['state']> {
  const context = systemContext(dependencies, { job, tenantId });
  const { appointmentId: booking } = await findBooking(context, id);
  return inTenant(context, async (tx) => {
    const [booked] = await run(tx, context, lockBooking({ id: booking }));
    const row = orNotFound((await run(tx, context, lockOnlinePayment({ id })))[0]);
    if (row.state !== 'authorized' || (reason === 'cancelled' && booked?.status !== 'cancelled'))
      return row.state;
    const settled = { id, state: 'refused', reason, ledger_id: null, now: context.now } as const;
    atCommit(tx, context, settleOnlinePayment(settled));
    await audit(tx, context, 'money.online_refused', booking, { paise: row.paise, reason });
    announceChange(tx, context, 'appointments', booking);
    announceChange(tx, context, 'refunds', booking);
    return 'refused';
  });
}

/** Finds the booking of a payment, and of which type the business is. @throws `not_found` */
async function findBooking(context: BusinessContext, id: string) {
  const read = await readInOneMessage(context, {
    found: findOnlinePayment({ id }),
    business: readPageBusiness({}),
  });
  return {
    appointmentId: orNotFound(read.found[0]?.appointment_id ?? undefined),
    businessType: orNotFound(read.business[0]?.business_type ?? undefined),
  };
}
