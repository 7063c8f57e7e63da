/** A payment id as rows show it: 8 characters, and a sign that there is more. Apart from the form's rules, which load with the form. */
export function shortPaymentId(paymentId: string): string {
  return paymentId.length > 8 ? `${paymentId.slice(0, 8)}…` : paymentId;
}
