import { RefundError } from '@samay/contract/bookings/online-refunds';
import { z } from 'zod';
import {
  type PaymentProvider,
  ProviderAway,
  ProviderRefused,
  type ProviderRefund,
} from '../../../adapters/payments/port.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { asJob, inTenant, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { effectContext, type OutboxHandler } from '../../../outbox/index.ts';
import {
  findAccount,
  findRefund,
  listDueRefunds,
  noteWrongKeys,
  type OnlineAccountInUse,
  readKeyOfPayment,
  type RefundRow,
  takeRefund,
} from '../../online-payments/index.ts';
import { findMade, keyOf, nextCheckAt } from './policy.ts';
import { applyRefund, failRefund } from './settle.ts';

const Payload = z.strictObject({ id: z.uuid() });

/** The most refunds of one run of the job, and how many are asked about together: each may take ten seconds. */
const perRun = 100;
const together = 10;

/** After how long a refund that was accepted, and that the provider does not know any more, waits for the owner. */
const lostAfterMs = 7 * 86_400_000;

/** Asks the provider to give money back: once, however often it is delivered. */
export const sendRefund: OutboxHandler = async (dependencies, payload, effect) => {
  const { id } = Payload.parse(payload);
  await askAbout(dependencies, effectContext(dependencies, effect), id);
};

/**
 * Job: asks about the refunds whose answer is late, so that one counts where its answer or its event was lost.
 * Each is taken before it is asked about, and one that cannot be asked about is left for its next turn. Returns how
 * many were asked about.
 */
export async function runRefundJob(
  dependencies: Dependencies,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const now = dependencies.clock();
  const due = await asJob(dependencies, (tx) => run(tx, platform, listDueRefunds({ now, most: perRun })));
  let asked = 0;
  for (let from = 0; from < due.length && !signal.aborted; from += together)
    await Promise.all(
      due.slice(from, from + together).map(async ({ tenant_id: tenantId, ...refund }) => {
        const context = systemContext(dependencies, { job: 'refunds', tenantId });
        try {
          if (await isTaken(context, refund)) asked += 1;
          else return;
          await askAbout(dependencies, context, refund.id);
        } catch (error) {
          const text = 'a refund could not be asked about; it is asked about later';
          dependencies.log?.error({ err: error, id: refund.id }, text);
        }
      }),
    );
  return asked;
}

/** Takes a refund that is due; returns false where another server has. */
async function isTaken(
  context: BusinessContext,
  { id, asked_at }: Pick<RefundRow, 'id' | 'asked_at'>,
): Promise<boolean> {
  const { now } = context;
  const next = nextCheckAt({ asked_at }, now);
  return (await inTenant(context, (tx) => run(tx, context, takeRefund({ id, now, next })))).length > 0;
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
  if (refund.state === 'accepted') return account && askHowItStands(context, account, refund);
  if (!account) return failRefund(context, id, 'no_account');
  try {
    const { given, isFound } = await ask(account.provider, refund);
    await applyRefund(context, id, given, { adopts: isFound });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await noteWrongKeys(context, account.keyId, error);
    const reason = RefundError.catch('other').parse(error.reason);
    const isElsewhere = reason === 'other' && !(await isOfAccount(context, account, refund));
    await failRefund(context, id, isElsewhere ? 'not_found' : reason);
  }
}

/**
 * Asks how a refund stands that the provider has accepted. No failure of the question fails it: it may be on its
 * way. A refund that the provider does not know waits for the owner: immediately where another account took the
 * payment, else after a week. @throws ProviderAway
 */
async function askHowItStands(
  context: BusinessContext,
  account: OnlineAccountInUse,
  refund: RefundRow,
): Promise<void> {
  const all = await listMade(context, account, refund);
  const given = all.find(({ id }) => id === refund.provider_refund_id);
  if (given) return applyRefund(context, refund.id, given);
  const isLost = context.now.getTime() - refund.asked_at.getTime() > lostAfterMs;
  if (isLost || !(await isOfAccount(context, account, refund)))
    await failRefund(context, refund.id, 'not_found');
}

/** Asks for a refund. Before another try it is looked up: what an earlier one made is not made twice. */
async function ask(
  provider: PaymentProvider,
  refund: RefundRow,
): Promise<{ readonly given: ProviderRefund; readonly isFound: boolean }> {
  const { payment_id: paymentId, paise: amount } = refund;
  const made = refund.tries > 0 ? findMade(refund, await provider.getRefunds(paymentId)) : undefined;
  if (made) return { given: made, isFound: true };
  const key = keyOf(refund);
  return {
    given: { ...(await provider.refund({ paymentId, amount, key, receipt: key })), receipt: key },
    isFound: false,
  };
}

/**
 * Looks a refund that has failed up at the provider, before it is given back another way: where the provider has
 * made it after all, that is noted. An account that is refused cannot be asked: its owner looks it up there.
 * @throws `payment.provider_away`
 */
export async function lookUpFailed(context: TenantContext, id: string): Promise<void> {
  const { dependencies } = context;
  const { found } = await readInOneMessage(context, { found: findRefund({ id }) });
  const [refund] = found;
  const account = refund?.state === 'failed' ? await findAccount(dependencies, context) : undefined;
  if (!refund || !account) return;
  let made: ProviderRefund | undefined;
  try {
    made = findMade(refund, await listMade(context, account, refund));
  } catch (error) {
    if (error instanceof ProviderRefused) return;
    if (!(error instanceof ProviderAway)) throw error;
    context.log.error({ err: error }, 'a refund could not be looked up');
    throw new AppError('payment.provider_away');
  }
  if (made) await applyRefund(context, id, made, { adopts: true });
}

/** Lists what went back of the payment of a refund. @throws ProviderAway */
async function listMade(
  context: BusinessContext,
  { keyId, provider }: OnlineAccountInUse,
  { payment_id: paymentId }: RefundRow,
): Promise<readonly ProviderRefund[]> {
  try {
    return await provider.getRefunds(paymentId);
  } catch (error) {
    await noteWrongKeys(context, keyId, error);
    throw error;
  }
}

/** Returns whether the account took the payment of a refund, by the key of its order. */
async function isOfAccount(
  context: BusinessContext,
  { keyId }: OnlineAccountInUse,
  { payment_id: paymentId }: RefundRow,
): Promise<boolean> {
  const { keys } = await readInOneMessage(context, { keys: readKeyOfPayment({ paymentId }) });
  return keys[0]?.key_id === keyId;
}
