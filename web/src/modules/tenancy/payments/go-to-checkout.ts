import type { Checkout } from '@samay/contract/tenancy/payments';
import { storePayment } from './stored-payment.ts';

/**
 * Submits a form post to the payment provider's page, as its API requires, and stores the order for
 * the way back.
 */
export function goToCheckout({ action, fields }: Checkout, about: { email: string; plan: string }): void {
  storePayment({ ...about, orderId: fields['order_id'] ?? '' });
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
