import type { PaymentProof, VerifiedPayment } from '@samay/contract/tenancy/payments';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { verified } from './api.ts';
import { finishedPayment, finishPayment, hasKeptPayment, keptPayment } from './kept-payment.ts';
import { paymentWords } from './wording.ts';

export type Outcome =
  | { readonly state: 'processing' }
  | { readonly state: 'successful'; readonly result: VerifiedPayment }
  | ({ readonly state: 'failed'; readonly retry?: () => void } & Failure);

interface Failure {
  readonly text: string;
  readonly hint: string;
  /** The payer came back without having paid here: a plan may be chosen again. */
  readonly isUnpaid?: boolean;
  /** The money may have arrived; asking once more may tell. */
  readonly isUnsettled?: boolean;
}

/** What the address of the callback page may hold: the provider's three fields and the plan, or how it went wrong. */
export type Returned = Readonly<Record<string, unknown>>;

/** Some banks take a while; together less than the five tries a minute that the server takes. */
const waitsMs = [3_000, 6_000, 12_000];

/** Has the payment verified, which gives the plan once however often it is asked, and says how it went. */
export function usePaymentResult(returned: Returned): Outcome {
  const proof = proofOf(returned);
  const known = finishedPayment(proof.razorpay_payment_id);
  const wrong = whatIsWrong(returned, proof);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['payment', proof.razorpay_payment_id],
    queryFn: async () => settle(proof),
    enabled: known === undefined && wrong === undefined,
    retry: (failures, reason) => failures < waitsMs.length && isWorthWaiting(reason),
    retryDelay: (failures) => waitsMs[failures] ?? 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  });
  const result = data ?? known;
  if (result) return { state: 'successful', result };
  if (wrong) return { state: 'failed', ...wrong };
  if (!error || isFetching) return { state: 'processing' };
  const text = errorText(error, paymentWords.failed);
  if (!isWorthWaiting(error)) return { state: 'failed', text, hint: doNotPayAgain(proof) };
  return {
    state: 'failed',
    text,
    hint: `${doNotPayAgain(proof)} We keep checking, and will email you.`,
    isUnsettled: true,
    retry: () => void refetch(),
  };
}

async function settle(proof: PaymentProof): Promise<VerifiedPayment> {
  const result = await verified(proof);
  finishPayment(proof.razorpay_payment_id, result);
  return result;
}

function proofOf(returned: Returned): PaymentProof {
  const field = (name: string) => (typeof returned[name] === 'string' ? returned[name].trim() : '');
  const kept = keptPayment(field('razorpay_order_id'));
  return {
    razorpay_payment_id: field('razorpay_payment_id'),
    razorpay_order_id: field('razorpay_order_id'),
    razorpay_signature: field('razorpay_signature'),
    email: kept.email,
    plan: field('notes[plan]') || kept.plan,
  };
}

/**
 * What needs no asking: nothing is made up for values that are missing (decisions, "Third parties"). Money may have left an account all
 * the same, by an app that was still open, so no sentence asks for another payment without saying what to look at first.
 */
function whatIsWrong(returned: Returned, proof: PaymentProof): Failure | undefined {
  const unpaid =
    'No plan was changed. If money was taken from your account, do not pay again: the plan starts automatically, and we will email you. If no money was taken, you can choose a plan again.';
  if (returned['cancelled'] !== undefined) return { text: 'The payment was cancelled.', hint: unpaid, isUnpaid: true };
  if (returned['error'] === 'payment_failed') return { text: paymentWords.failed, hint: unpaid, isUnpaid: true };
  if (returned['error'] !== undefined) return { text: paymentWords.notVerified, hint: doNotPayAgain(proof) };
  if (proof.razorpay_payment_id && proof.razorpay_order_id && proof.razorpay_signature) return undefined;
  const isEmpty = !proof.razorpay_payment_id && !proof.razorpay_order_id && !proof.razorpay_signature && !hasKeptPayment();
  return { text: isEmpty ? paymentWords.noEmail : paymentWords.notVerified, hint: doNotPayAgain(proof) };
}

function doNotPayAgain({ razorpay_payment_id: payment }: PaymentProof): string {
  const named = payment ? ` with the payment number ${payment}` : '';
  return `If money was taken from your account, do not pay again: nothing is lost. The plan starts as soon as the payment is confirmed, and you get an email. You can also write to us${named}.`;
}

function isWorthWaiting(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'payment.unconfirmed' || error.code === 'network' || error.code === 'request.too_many' || error.status >= 500;
}
