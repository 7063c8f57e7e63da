import { z } from 'zod';
import { type PaymentProvider, ProviderRefused } from '../../../adapters/payments/port.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import {
  DeliveryDropped,
  effectContext,
  type FailureRecord,
  isLastTry,
  type OutboxHandler,
} from '../../../outbox/index.ts';
import { withAccountOfKey } from '../../online-payments/index.ts';
import { findToCapture, refuseGivenUp } from '../orders/queries.ts';
import { settleCapture, settleRefusal } from './settle.ts';

const CapturePayload = z.strictObject({ paymentId: z.string() });

/**
 * Outbox handler of `online.capture`: has the provider capture the payment of a booking, and writes its row of
 * money. One that an earlier try, or the account by itself, has captured is found captured. The payment of a
 * booking that the business has cancelled is not captured, and goes back by itself. Rejects with ProviderAway, and
 * with ProviderRefused where another try may help, such as after the keys are corrected; after the last try, and
 * where there is no account any more, the booking is unpaid.
 */
export const captureOnlinePayment: OutboxHandler = async (dependencies, payload, effect) => {
  const { paymentId } = CapturePayload.parse(payload);
  const context = effectContext(dependencies, effect);
  const of = { tenantId: context.tenantId, paymentId };
  const { found } = await readInOneMessage(context, { found: findToCapture({ id: paymentId }) });
  const [row] = found;
  if (row?.state !== 'authorized') return;
  if (row.isWithdrawn && (await settleRefusal(dependencies, of, 'cancelled')) !== 'authorized') return;
  let captured: boolean | undefined;
  try {
    captured = await withAccountOfKey(dependencies, context, row.keyId, async ({ provider }) =>
      isCaptured(provider, { id: paymentId, amount: row.paise }),
    );
  } catch (error) {
    if (isLastTry(effect)) await settleRefusal(dependencies, of, 'not_captured');
    throw error;
  }
  if (captured === undefined) {
    await settleRefusal(dependencies, of, 'not_captured');
    throw new DeliveryDropped('the business has no account at the provider any more');
  }
  if (captured) await settleCapture(dependencies, of);
  else await settleRefusal(dependencies, of, 'returned');
};

/**
 * Records that a capture failed for good where its handler could not, as when the database failed it in its last try: no
 * payment stays to be captured for ever.
 */
export const recordFailedCapture: FailureRecord = ({ tenant_id: business, payload }, { now }) => {
  const { paymentId: id } = CapturePayload.parse(payload);
  return [refuseGivenUp({ business, id, now })];
};

/** Captures a payment; returns false where it cannot be captured any more. @throws ProviderAway, ProviderRefused */
async function isCaptured(
  provider: PaymentProvider,
  payment: { readonly id: string; readonly amount: number },
): Promise<boolean> {
  try {
    await provider.capture(payment);
    return true;
  } catch (error) {
    if (error instanceof ProviderRefused && error.reason === 'not_capturable') return false;
    throw error;
  }
}
