import type { VerifiedPayment } from '@samay/contract/tenancy/payments';

/** What the specification keeps over the way to the payment provider and back (section 7, "Payment"). */
const emailKey = 'paymentEmail';
const planKey = 'selectedPlan';
/** Which order they belong to: what was kept for another one says nothing about the payment that comes back. */
const orderKey = 'paymentOrder';

export function keepPayment({ email, plan, orderId }: { email: string; plan: string; orderId: string }): void {
  localStorage.setItem(emailKey, email);
  localStorage.setItem(planKey, plan);
  localStorage.setItem(orderKey, orderId);
}

/** Empty where nothing is kept for the order, as in another browser than the one that ordered. */
export function keptPayment(orderId: string): { email: string; plan: string } {
  if (localStorage.getItem(orderKey) !== orderId) return { email: '', plan: '' };
  return { email: localStorage.getItem(emailKey) ?? '', plan: localStorage.getItem(planKey) ?? '' };
}

/** Whether this browser knows of any payment that was begun. */
export function hasKeptPayment(): boolean {
  return Boolean(localStorage.getItem(emailKey));
}

/** The result stays with this tab, so that loading its page again does not make a failure of a success. */
export function finishPayment(paymentId: string, result: VerifiedPayment): void {
  for (const key of [emailKey, planKey, orderKey]) localStorage.removeItem(key);
  sessionStorage.setItem(resultKey(paymentId), JSON.stringify(result));
}

export function finishedPayment(paymentId: string): VerifiedPayment | undefined {
  const kept = sessionStorage.getItem(resultKey(paymentId));
  return kept === null ? undefined : (JSON.parse(kept) as VerifiedPayment);
}

function resultKey(paymentId: string): string {
  return `payment:${paymentId}`;
}
