import type { PaymentLine, UnplacedPayment } from '@samay/contract/platform/billing';
import type { Tone } from '../../../lib/status-tone.ts';

export const paymentState: Record<PaymentLine['state'], { name: string; tone: Tone }> = {
  open: { name: 'Open', tone: 'info' },
  expired: { name: 'Expired', tone: 'quiet' },
  paid: { name: 'Paid, no plan', tone: 'attention' },
  granted: { name: 'Paid', tone: 'good' },
};

/** The reasons why a paid order gave no plan. */
export const ungrantedReason: Readonly<Record<string, string>> = {
  member_elsewhere: 'The payer belongs to another business',
  platform_admin: 'The payer runs the platform',
  account_deleted: "The payer's account is deleted",
  plan_not_larger: 'The plan is not larger',
  tenant_deleted: 'The business is deleted',
};

export const unplacedReason: Record<UnplacedPayment['reason'], string> = {
  second_payment: 'Second payment of an order',
  other_amount: 'Another amount than was ordered',
  unknown_order: 'Order not known',
};
