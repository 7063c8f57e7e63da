import type { VerifiedPayment } from '@samay/contract/payments';

/** What the specification keeps over the way to the payment provider and back (section 7, "Payment"). */
const emailKey = 'paymentEmail';
const planKey = 'selectedPlan';

export function keepPayment({ email, plan }: { email: string; plan: string }): void {
  localStorage.setItem(emailKey, email);
  localStorage.setItem(planKey, plan);
}

/** Empty where nothing is kept. */
export function keptPayment(): { email: string; plan: string } {
  return { email: localStorage.getItem(emailKey) ?? '', plan: localStorage.getItem(planKey) ?? '' };
}

/** The result stays with this tab, so that loading its page again does not make a failure of a success. */
export function finishPayment(paymentId: string, result: Result): void {
  localStorage.removeItem(emailKey);
  localStorage.removeItem(planKey);
  sessionStorage.setItem(resultKey(paymentId), JSON.stringify(result));
}

export interface Result extends VerifiedPayment {
  readonly email: string;
}

export function finishedPayment(paymentId: string): Result | undefined {
  const kept = sessionStorage.getItem(resultKey(paymentId));
  return kept === null ? undefined : (JSON.parse(kept) as Result);
}

function resultKey(paymentId: string): string {
  return `payment:${paymentId}`;
}
