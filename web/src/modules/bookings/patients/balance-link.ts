import type { PatientDetails } from '@samay/contract/bookings/patients';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { whatsAppLink, whatsAppNumber } from '@samay/contract/core/whatsapp/whatsapp';
import { dueOf } from './owing.ts';

interface Balance {
  readonly patient: Pick<PatientDetails, 'name' | 'contact' | 'owing'>;
  /** The name of the business. */
  readonly business: string;
  /** The word for the bookings with an amount due. */
  readonly visits: string;
  readonly upiId: string | null;
}

/**
 * Returns the link that opens WhatsApp with a message about the amount due, addressed to the
 * person; null without a number that WhatsApp may know.
 */
export function balanceLink({ patient, business, visits, upiId }: Balance): string | null {
  const { name, contact, owing } = patient;
  const number = whatsAppNumber(contact ?? '');
  if (number === null) return null;
  const due = formatRupees(dueOf(owing));
  const sentence = `${due} is due at ${business} for ${formatCount(owing.length)} ${visits}.`;
  const text = `${name}, ${sentence}${upiId === null ? '' : ` UPI: ${upiId}`}`;
  return whatsAppLink(number, text);
}
