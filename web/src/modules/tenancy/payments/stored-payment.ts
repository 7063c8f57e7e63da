import type { VerifiedPayment } from '@samay/contract/tenancy/payments';

/** The data that the browser stores between the checkout and the callback. */
const emailKey = 'paymentEmail';
const planKey = 'selectedPlan';
/** The id of the order. Data of another order does not apply to the returning payment. */
const orderKey = 'paymentOrder';

export function storePayment({
  email,
  plan,
  orderId,
}: {
  email: string;
  plan: string;
  orderId: string;
}): void {
  localStorage.setItem(emailKey, email);
  localStorage.setItem(planKey, plan);
  localStorage.setItem(orderKey, orderId);
}

/** Returns the stored data of an order; empty if none is stored, for example in another browser. */
export function storedPayment(orderId: string): { email: string; plan: string } {
  if (localStorage.getItem(orderKey) !== orderId) return { email: '', plan: '' };
  return { email: localStorage.getItem(emailKey) ?? '', plan: localStorage.getItem(planKey) ?? '' };
}

/** Returns whether this browser has started any payment. */
export function hasStoredPayment(): boolean {
  return Boolean(localStorage.getItem(emailKey));
}

/** Stores the result in this tab, so that a reload does not turn a success into a failure. */
export function finishPayment(paymentId: string, result: VerifiedPayment): void {
  for (const key of [emailKey, planKey, orderKey]) localStorage.removeItem(key);
  sessionStorage.setItem(resultKey(paymentId), JSON.stringify(result));
}

export function finishedPayment(paymentId: string): VerifiedPayment | undefined {
  const stored = sessionStorage.getItem(resultKey(paymentId));
  return stored === null ? undefined : (JSON.parse(stored) as VerifiedPayment);
}

function resultKey(paymentId: string): string {
  return `payment:${paymentId}`;
}
