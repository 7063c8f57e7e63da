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
  findRefund,
  findTrySince,
  listDueRefunds,
  readKeyOfPayment,
  type RefundRow,
  takeRefund,
  withAccountOfKey,
} from '../../online-payments/index.ts';
import { findMade, composeKey, nextCheckAt } from './policy.ts';
import { applyRefund, failRefund } from './settle.ts';

const Payload = z.strictObject({ id: z.uuid() });

/** The most refunds of one run of the job, and how many are asked about together: each may take ten seconds. */
const perRun = 100;
const together = 10;

/** How long after its last try a refund waits for the owner that was accepted and that the provider does not know any more. */
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
 * Asks the provider for a refund, or how it stands, with the keys that took its payment, and applies the answer. The
 * call is outside of any transaction. @throws ProviderAway
 */
async function askAbout(dependencies: Dependencies, context: BusinessContext, id: string): Promise<void> {
  const { found } = await readInOneMessage(context, { found: findRefund({ id }) });
  const [refund] = found;
  if (refund?.state === 'accepted') return askHowItStands(dependencies, context, refund);
  if (refund?.state !== 'asked') return;
  try {
    const answer = await withItsAccount(dependencies, context, refund, ask);
    if (!answer) return await failRefund(context, id, 'no_account');
    await applyRefund(context, id, answer.given, { adopts: answer.isFound });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await failRefund(
      context,
      id,
      error instanceof OfAnother ? 'not_found' : RefundError.catch('other').parse(error.reason),
    );
  }
}

/**
 * Asks how a refund stands that the provider has accepted. No failure of the question fails it: it may be on its
 * way. A refund that the provider does not know waits for the owner a week after its last try. @throws ProviderAway
 */
async function askHowItStands(
  dependencies: Dependencies,
  context: BusinessContext,
  refund: RefundRow,
): Promise<void> {
  const all = await withItsAccount(dependencies, context, refund, listMade);
  const given = all?.find(({ id }) => id === refund.provider_refund_id);
  if (given) return applyRefund(context, refund.id, given);
  const since = new Date(context.now.getTime() - lostAfterMs);
  if (!all || refund.asked_at >= since) return;
  const { tries } = await readInOneMessage(context, { tries: findTrySince({ id: refund.id, since }) });
  if (tries.length === 0) await failRefund(context, refund.id, 'not_found');
}

/** Asks for a refund. Before another try it is looked up: what an earlier one made is not made twice. */
async function ask(
  provider: PaymentProvider,
  refund: RefundRow,
): Promise<{ readonly given: ProviderRefund; readonly isFound: boolean }> {
  const { payment_id: paymentId, paise: amount } = refund;
  const made = refund.tries > 0 ? findMade(refund, await provider.getRefunds(paymentId)) : undefined;
  if (made) return { given: made, isFound: true };
  const key = composeKey(refund);
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
  if (refund?.state !== 'failed') return;
  let made: ProviderRefund | undefined;
  try {
    const all = await withItsAccount(dependencies, context, refund, listMade);
    made = findMade(refund, all ?? []);
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
  provider: PaymentProvider,
  { payment_id: paymentId }: RefundRow,
): Promise<readonly ProviderRefund[]> {
  return provider.getRefunds(paymentId);
}

/** A refusal by an account of which it is not known that it took the payment. */
class OfAnother extends ProviderRefused {}

/**
 * Asks the account whose keys took the payment of a refund, for as long as they are kept; else the present one, which
 * may be the same account. Undefined where there is none. @throws ProviderAway, ProviderRefused, OfAnother
 */
async function withItsAccount<T>(
  dependencies: Dependencies,
  context: BusinessContext,
  refund: RefundRow,
  work: (provider: PaymentProvider, refund: RefundRow) => Promise<T>,
): Promise<T | undefined> {
  const { payment_id: paymentId } = refund;
  const [took] = (await readInOneMessage(context, { keys: readKeyOfPayment({ paymentId }) })).keys;
  const key = took?.key_id ?? null;
  return withAccountOfKey(dependencies, context, key, async ({ keyId, provider }) => {
    try {
      return await work(provider, refund);
    } catch (error) {
      const isOther = error instanceof ProviderRefused && error.reason === 'other';
      throw isOther && keyId !== key ? new OfAnother('other', error.message) : error;
    }
  });
}
