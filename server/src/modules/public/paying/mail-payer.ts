import { fill, formatDayIn, formatTimeIn } from '@samay/contract/bookings/whatsapp-messages/compose';
import { formatRupees } from '@samay/contract/core/money';
import { composeBookingLink } from '../../../context/booking-link.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import { onlyRow, runTogether } from '../../../db/transaction.ts';
import { enqueueMail } from '../../../outbox/index.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import type { AppointmentRow } from '../../bookings/index.ts';
import { readNamed, readPageBusiness } from '../online/settings-queries.ts';
import { pageWords } from '../online/words/languages.ts';
import { whyNotBooked } from '../online/words/not-booked.ts';
import { payWords } from '../online/words/pay-words.ts';
import { ownWords } from '../own-booking/choose-language.ts';
import type { OrderRow, PaymentOfOrder } from '../orders/queries.ts';

/** How long the mail is worth sending, in milliseconds: it waits while the business is suspended. */
const worthMs = 3 * 86_400_000;

/** The end of a payment of an order. */
interface Outcome {
  readonly order: OrderRow;
  readonly payment: Pick<PaymentOfOrder, 'paise' | 'state' | 'reason'>;
  /** Its booking; undefined where it became none. */
  readonly made?: Pick<AppointmentRow, 'reference' | 'link_version'>;
}

/**
 * Mails the payer of an order whether their payment has booked the time or goes back, in their language, where the form
 * has their email: they may never return from the provider's page. A booking of the page has no email, so that its own
 * notices mail nothing. The mail repeats no word that its visitor typed.
 */
export async function mailPayer(
  tx: Tx,
  context: BusinessContext & { readonly dependencies: Pick<Dependencies, 'secrets' | 'settings'> },
  { order, payment, made }: Outcome,
): Promise<void> {
  const { email, language } = order;
  if (email === null) return;
  const read = await runTogether(tx, context, { named: readNamed({}), business: readPageBusiness({}) });
  const { name, short_id: shortId } = onlyRow(read.named);
  const type = read.business[0]?.business_type ?? 'doctor';
  const [own, pay] = [ownWords[language], payWords[language]];
  const amount = formatRupees(payment.paise);
  const { appointment_date: date, appointment_time: time } = order;
  const when = `${formatDayIn(own.time, date)}, ${formatTimeIn(own.time, time.slice(0, 5))}`;
  const named = { business: withoutLinks(name), when };
  const link =
    made && composeBookingLink(context.dependencies, { ...made, shortId, version: made.link_version });
  const lines = made
    ? [
        fill(pageWords[language].tellConfirmed[type], { ...named, link: link ?? '' }),
        `${own.paid}: ${amount}`,
      ]
    : [
        `${named.business}: ${when}`,
        whyNotBooked(language, type, payment.reason),
        fill(payment.state === 'captured' ? own.comesBack : own.goesBack, { amount }),
      ];
  await enqueueMail(tx, context.now, {
    tenantId: context.tenantId,
    expiresAt: new Date(context.now.getTime() + worthMs),
    to: email,
    subject: `${made ? own.title[type] : pay.goesBack}: ${named.business}`,
    text: lines.join('\n\n'),
  });
}
