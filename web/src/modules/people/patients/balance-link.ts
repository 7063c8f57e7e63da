import { isMinor } from '@samay/contract/people/age';
import type { PatientDetails } from '@samay/contract/people/patients';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { LocalDate } from '@samay/contract/core/time';
import { whatsAppLink, whatsAppNumber } from '@samay/contract/core/whatsapp/whatsapp';
import { getDue } from './owing.ts';

interface Balance {
  readonly patient: Pick<PatientDetails, 'name' | 'contact' | 'owing' | 'born' | 'guardian'>;
  readonly today: LocalDate;
  /** The name of the business. */
  readonly business: string;
  /** The word for the bookings with an amount due. */
  readonly visits: string;
  readonly upiId: string | null;
}

/**
 * Returns the link that opens WhatsApp with a message about the amount due, addressed to the
 * payer: the person, or the parent or guardian of a child; null without a number that WhatsApp may know.
 */
export function balanceLink({ patient, today, business, visits, upiId }: Balance): string | null {
  const { name, contact, owing, born, guardian } = patient;
  const number = whatsAppNumber(contact ?? '');
  if (number === null) return null;
  const due = formatRupees(getDue(owing));
  const isChild = born === null ? guardian !== null : isMinor(born, today);
  const payer = isChild ? guardian : name;
  const whose = isChild ? ` of ${name}` : '';
  const sentence = `${due} is due at ${business} for ${formatCount(owing.length)} ${visits}${whose}.`;
  const greeting = payer === null ? '' : `${payer}, `;
  const text = `${greeting}${sentence}${upiId === null ? '' : ` UPI: ${upiId}`}`;
  return whatsAppLink(number, text);
}
