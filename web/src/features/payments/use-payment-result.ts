import type { PaymentProof } from '@samay/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorText } from '../../lib/api.ts';
import { verified } from './api.ts';
import { finishedPayment, finishPayment, keptPayment, type Result } from './kept-payment.ts';
import { paymentWords } from './wording.ts';

export type Outcome =
  | { readonly state: 'processing' }
  | { readonly state: 'successful'; readonly result: Result }
  | { readonly state: 'failed'; readonly text: string; readonly hint: string; readonly isUnpaid?: boolean; readonly retry?: () => void };

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
  if (!isWorthWaiting(error))
    return { state: 'failed', text, hint: 'No plan was changed. If money has left your account, please contact support.' };
  return {
    state: 'failed',
    text,
    hint: 'If you have paid, nothing is lost: we go on asking, and write to you.',
    retry: () => void refetch(),
  };
}

async function settle(proof: PaymentProof): Promise<Result> {
  const result = { ...(await verified(proof)), email: proof.email };
  finishPayment(proof.razorpay_payment_id, result);
  return result;
}

function proofOf(returned: Returned): PaymentProof {
  const field = (name: string) => (typeof returned[name] === 'string' ? returned[name].trim() : '');
  const kept = keptPayment();
  return {
    razorpay_payment_id: field('razorpay_payment_id'),
    razorpay_order_id: field('razorpay_order_id'),
    razorpay_signature: field('razorpay_signature'),
    email: kept.email,
    plan: field('notes[plan]') || kept.plan,
  };
}

/** What needs no asking: nothing is made up for values that are missing (decisions, "Third parties"). */
function whatIsWrong(returned: Returned, proof: PaymentProof): { text: string; hint: string; isUnpaid?: boolean } | undefined {
  const unpaid = 'Nothing was paid and no plan was changed. You can try again.';
  if (returned['cancelled'] !== undefined) return { text: 'The payment was cancelled.', hint: unpaid, isUnpaid: true };
  if (returned['error'] === 'payment_failed') return { text: paymentWords.failed, hint: unpaid, isUnpaid: true };
  if (returned['error'] !== undefined)
    return { text: paymentWords.notVerified, hint: 'No plan was changed. If money has left your account, please contact support.' };
  if (!proof.email)
    return {
      text: paymentWords.noEmail,
      hint: 'If you have paid, nothing is lost: the plan begins as soon as the payment is confirmed, and you get a mail.',
    };
  const isWhole = proof.razorpay_payment_id && proof.razorpay_order_id && proof.razorpay_signature && proof.plan;
  return isWhole
    ? undefined
    : { text: paymentWords.notVerified, hint: 'The answer of the payment provider is not whole. No plan was changed.' };
}

function isWorthWaiting(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'payment.unconfirmed' || error.code === 'network' || error.code === 'request.too_many' || error.status >= 500;
}
