import { formatRupees } from '@samay/contract/core/money';
import type { ProviderPayment } from '../../../adapters/payments/port.ts';
import type { Tx } from '../../../db/tenant.ts';
import { enqueueMail } from '../../../outbox/enqueue.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { UnplacedReason } from './policy.ts';
import type { Order } from './queries.ts';

export async function mailUnclaimed(
  tx: Tx,
  { settings }: Pick<Dependencies, 'settings'>,
  order: Order,
  { now }: { now: Date },
): Promise<void> {
  await enqueueMail(tx, now, {
    tenantId: null,
    to: order.email,
    subject: 'Your payment to Samay has arrived, but your plan has not started',
    text: `Thank you, your payment ${order.payment_id ?? ''} has arrived. Your plan could not start automatically: this email address belongs to an account that cannot take the plan, for example because the account belongs to another business or has a larger plan already.

Nothing is lost. Our team sees the payment and will write to you; you can also reply to this email, with the number above.

${settings.publicUrl}`,
  });
}

const whyUnplaced: Record<UnplacedReason, string> = {
  second_payment: 'The same order was paid for before, so this payment did not buy anything.',
  other_amount: 'Its amount is not the amount of the order, so no plan was started for it.',
  unknown_order: 'It does not belong to any order that we know, so no plan was started for it.',
};

export async function mailUnplaced(
  tx: Tx,
  { settings }: Pick<Dependencies, 'settings'>,
  { to, payment, reason }: { to: string; payment: ProviderPayment; reason: UnplacedReason },
  { now }: { now: Date },
): Promise<void> {
  const amount = payment.currency === 'INR' ? ` of ${formatRupees(payment.amount)}` : '';
  await enqueueMail(tx, now, {
    tenantId: null,
    to,
    subject: 'Your payment to Samay has arrived, and we will be in touch',
    text: `Your payment ${payment.id}${amount} has arrived. ${whyUnplaced[reason]}

You do not need to do anything, and please do not pay again. Our team sees the payment: we will refund it, or write to you first if we have a question. You can also reply to this email, with the number above.

${settings.publicUrl}`,
  });
}
