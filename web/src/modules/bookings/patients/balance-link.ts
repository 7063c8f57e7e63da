import type { PatientDetails } from '@samay/contract/bookings/patients';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { callAddress, readTelephone } from '@samay/contract/core/telephone';
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
 * person; null if no number with a country is known.
 */
export function balanceLink({ patient, business, visits, upiId }: Balance): string | null {
  const { name, contact, owing } = patient;
  const telephone = readTelephone(contact ?? '');
  const [, digits] = /^tel:\+(\d+)$/.exec(callAddress(telephone?.number ?? '')) ?? [];
  if (digits === undefined) return null;
  const due = formatRupees(dueOf(owing));
  const sentence = `${due} is due at ${business} for ${formatCount(owing.length)} ${visits}.`;
  const text = `${name}, ${sentence}${upiId === null ? '' : ` UPI: ${upiId}`}`;
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}
