import { z } from 'zod';
import { type PaymentProvider, ProviderRefused } from '../../../adapters/payments/port.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import {
  DeliveryDropped,
  effectContext,
  type FailureRecord,
  type OutboxHandler,
} from '../../../outbox/index.ts';
import { findAccount, noteWrongKeys } from '../../online-payments/index.ts';
import { findOnlinePayment, giveUpCapture } from './queries.ts';
import { settleCapture, settleRefusal } from './settle.ts';

const CapturePayload = z.strictObject({ paymentId: z.string() });

/**
 * Outbox handler of `online.capture`: has the provider capture the payment of a booking, and writes its row of
 * money. One that an earlier try, or the account by itself, has captured is found captured. Rejects with
 * ProviderAway, and with ProviderRefused where another try may help, such as after the keys are corrected.
 */
export const captureOnlinePayment: OutboxHandler = async (dependencies, payload, effect) => {
  const { paymentId } = CapturePayload.parse(payload);
  const context = effectContext(dependencies, effect);
  const { found } = await readInOneMessage(context, { found: findOnlinePayment({ id: paymentId }) });
  const [row] = found;
  if (row?.state !== 'authorized') return;
  const account = await findAccount(dependencies, context);
  if (!account) throw new DeliveryDropped('the business has no account at the provider any more');
  const of = { tenantId: context.tenantId, paymentId };
  const captured = await isCaptured(account.provider, { id: paymentId, amount: row.paise }).catch(
    async (error: unknown) => {
      await noteWrongKeys(context, account.keyId, error);
      throw error;
    },
  );
  if (captured) await settleCapture(dependencies, of);
  else await settleRefusal(dependencies, of);
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

/** Records that the capture of a payment was given up: its booking is unpaid. */
export const recordFailedCapture: FailureRecord = ({ tenant_id: business, payload }, { now }) => {
  const { paymentId: id } = CapturePayload.parse(payload);
  return [giveUpCapture({ business, id, now })];
};
