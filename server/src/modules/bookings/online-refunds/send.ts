import { RefundError } from '@samay/contract/bookings/online-refunds';
import { z } from 'zod';
import {
  type PaymentProvider,
  ProviderRefused,
  type ProviderRefund,
} from '../../../adapters/payments/port.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { asJob, inTenant, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { effectContext, type OutboxHandler } from '../../../outbox/index.ts';
import {
  findAccount,
  findRefund,
  listDueRefunds,
  postponeCheck,
  type RefundRow,
} from '../../online-payments/index.ts';
import { keyOf, nextCheckAt } from './policy.ts';
import { applyRefund, failRefund } from './settle.ts';

const Payload = z.strictObject({ id: z.uuid() });

/** The most refunds of one run of the job. */
const perRun = 100;

/** Asks the provider to give money back: once, however often it is delivered. */
export const sendRefund: OutboxHandler = async (dependencies, payload, effect) => {
  const { id } = Payload.parse(payload);
  await askAbout(dependencies, effectContext(dependencies, effect), id);
};

/**
 * Job: asks about the refunds whose answer is late, so that one counts where its answer or its event was lost.
 * One that cannot be asked about is left for its next turn. Returns how many were asked about.
 */
export async function runRefundJob(dependencies: Dependencies): Promise<number> {
  const now = dependencies.clock();
  const due = await asJob(dependencies, (tx) => run(tx, platform, listDueRefunds({ now, most: perRun })));
  for (const { tenant_id: tenantId, id } of due) {
    const context = systemContext(dependencies, { job: 'refunds', tenantId });
    try {
      await askAbout(dependencies, context, id);
    } catch (error) {
      dependencies.log?.error(
        { err: error, id },
        'a refund could not be asked about; it is asked about later',
      );
    }
    await postpone(context, id);
  }
  return due.length;
}

async function postpone(context: BusinessContext, id: string): Promise<void> {
  await inTenant(context, async (tx) => {
    const [row] = await run(tx, context, findRefund({ id }));
    if (row) await run(tx, context, postponeCheck({ id, at: nextCheckAt(row, context.now) }));
  });
}

/**
 * Asks the provider for a refund, or how it stands, and applies the answer. The call is outside of any
 * transaction. @throws ProviderAway
 */
async function askAbout(dependencies: Dependencies, context: BusinessContext, id: string): Promise<void> {
  const { found } = await readInOneMessage(context, { found: findRefund({ id }) });
  const [refund] = found;
  if (refund?.state !== 'asked' && refund?.state !== 'accepted') return;
  const account = await findAccount(dependencies, context);
  if (!account) return failRefund(context, id, 'no_account');
  let given: ProviderRefund | undefined;
  try {
    given = await ask(account.provider, refund);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return failRefund(context, id, RefundError.catch('other').parse(error.reason));
  }
  if (given) await applyRefund(context, id, given);
}

/** Asks for a refund, or for one that the provider has accepted how it stands. */
async function ask(provider: PaymentProvider, refund: RefundRow): Promise<ProviderRefund | undefined> {
  const { id, payment_id: paymentId, provider_refund_id: refundId, paise: amount } = refund;
  if (refundId === null) return provider.refund({ paymentId, amount, key: keyOf(refund), receipt: id });
  return (await provider.getRefunds(paymentId)).find((one) => one.id === refundId);
}
