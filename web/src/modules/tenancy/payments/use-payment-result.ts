import type { PaymentProof, VerifiedPayment } from '@samay/contract/tenancy/payments';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { verified } from './api.ts';
import { finishedPayment, finishPayment, hasStoredPayment, storedPayment } from './stored-payment.ts';
import { paymentWords } from './wording.ts';

export type Outcome =
  /**
   * A pending verification. `late` explains what to do if it takes long: money may have been taken.
   */
  | { readonly state: 'processing'; readonly late: Failure }
  | { readonly state: 'successful'; readonly result: VerifiedPayment }
  | ({ readonly state: 'failed' } & Failure);

interface Failure {
  readonly text: string;
  readonly hint: string;
  /** Whether the payer returned without paying: a plan can be chosen again. */
  readonly isUnpaid?: boolean;
}

/** The query of the callback page: the provider's three fields and the plan, or an error. */
export type PaymentCallbackQuery = Readonly<Record<string, unknown>>;

/**
 * The delays between attempts, the last one for all further ones. Some banks are slow; a minute has
 * at most five attempts, which is the server's limit.
 */
const waitsMs = [3_000, 6_000, 12_000, 20_000] as const;

/**
 * Verifies the payment, which grants the plan at most once, and returns the result. While money may
 * have been taken the state stays `processing`, and verifying continues.
 */
export function usePaymentResult(returned: PaymentCallbackQuery): Outcome {
  const proof = getProof(returned);
  const known = finishedPayment(proof.razorpay_payment_id);
  const wrong = whatIsWrong(returned, proof);
  const { data, error, failureReason } = useQuery({
    queryKey: ['payment', proof.razorpay_payment_id],
    queryFn: async () => settle(proof),
    enabled: known === undefined && wrong === undefined,
    retry: (_failures, reason) => isWorthWaiting(reason),
    retryDelay: (failures) => waitsMs[failures] ?? waitsMs[3],
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  });
  const result = data ?? known;
  if (result) return { state: 'successful', result };
  if (wrong) return { state: 'failed', ...wrong };
  if (error)
    return { state: 'failed', text: errorText(error, paymentWords.failed), hint: doNotPayAgain(proof) };
  const text = isUnconfirmed(failureReason) ? paymentWords.notVerified : paymentWords.failed;
  return { state: 'processing', late: { text, hint: `${doNotPayAgain(proof)} We keep checking.` } };
}

async function settle(proof: PaymentProof): Promise<VerifiedPayment> {
  const result = await verified(proof);
  finishPayment(proof.razorpay_payment_id, result);
  return result;
}

function getProof(returned: PaymentCallbackQuery): PaymentProof {
  const field = (name: string) => (typeof returned[name] === 'string' ? returned[name].trim() : '');
  const stored = storedPayment(field('razorpay_order_id'));
  return {
    razorpay_payment_id: field('razorpay_payment_id'),
    razorpay_order_id: field('razorpay_order_id'),
    razorpay_signature: field('razorpay_signature'),
    email: stored.email,
    plan: field('notes[plan]') || stored.plan,
  };
}

/**
 * Returns the results that need no verification: missing values are never guessed. A payment app
 * that is still open may have paid nevertheless, so no message asks for a second payment without
 * naming the check before it.
 */
function whatIsWrong(returned: PaymentCallbackQuery, proof: PaymentProof): Failure | undefined {
  const unpaid =
    'No plan was changed. If money was taken from your account, do not pay again: ' +
    'the plan starts automatically, and we will email you. ' +
    'If no money was taken, you can choose a plan again.';
  if (returned['cancelled'] !== undefined)
    return { text: 'The payment was cancelled.', hint: unpaid, isUnpaid: true };
  if (returned['error'] === 'payment_failed')
    return { text: paymentWords.failed, hint: unpaid, isUnpaid: true };
  if (returned['error'] !== undefined) return { text: paymentWords.notVerified, hint: doNotPayAgain(proof) };
  if (proof.razorpay_payment_id && proof.razorpay_order_id && proof.razorpay_signature) return undefined;
  const isEmpty =
    !proof.razorpay_payment_id &&
    !proof.razorpay_order_id &&
    !proof.razorpay_signature &&
    !hasStoredPayment();
  return { text: isEmpty ? paymentWords.noEmail : paymentWords.notVerified, hint: doNotPayAgain(proof) };
}

function doNotPayAgain({ razorpay_payment_id: payment }: PaymentProof): string {
  const named = payment ? ` with the payment number ${payment}` : '';
  return (
    'If money was taken from your account, do not pay again: nothing is lost. ' +
    'The plan starts as soon as the payment is confirmed, and you get an email. ' +
    `You can also write to us${named}.`
  );
}

/** Returns whether a later attempt may succeed. */
function isWorthWaiting(error: unknown): boolean {
  return (
    isUnconfirmed(error) ||
    (error instanceof ApiError &&
      (error.code === 'network' || error.code === 'request.too_many' || error.status >= 500))
  );
}

/** Returns whether the provider has not confirmed yet that the money was taken. */
function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'payment.unconfirmed';
}
