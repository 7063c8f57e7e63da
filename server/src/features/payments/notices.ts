import type { Tx } from '../../db/tenant.ts';
import { mailLater } from '../../outbox/mail-later.ts';
import type { Parts } from '../../parts.ts';
import type { Order } from './queries.ts';

/** Tells the payer that their money arrived and gave no plan, so that it is not a riddle to them. */
export async function mailNotice(tx: Tx, { settings }: Pick<Parts, 'settings'>, order: Order, { now }: { now: Date }): Promise<void> {
  await mailLater(tx, now, {
    tenantId: null,
    to: order.email,
    subject: 'Your payment to Samay has arrived and needs a hand',
    text: `Thank you, your payment ${order.payment_id ?? ''} has arrived. It could not be turned into a plan by itself: this e-mail address belongs
to an account that cannot take it, for example because it works for another business or has a larger plan already.

Nothing is lost. Our team sees the payment and will write to you; you can also answer this letter, with the number above.

${settings.publicUrl}`,
  });
}
