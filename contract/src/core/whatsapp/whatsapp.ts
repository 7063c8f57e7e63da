import { mayBeMobile } from './numbering-plan.ts';
import { readTelephone } from '../telephone.ts';

/**
 * Returns the digits, with those of the country, under which WhatsApp may know the first number of a
 * contact; null if it is a landline or a service number of India, or there is none.
 */
export function whatsAppNumber(contact: string): string | null {
  const telephone = readTelephone(contact);
  if (!telephone) return null;
  const { number, written } = telephone;
  if (number.startsWith('+')) return number.slice(1);
  return mayBeMobile(number, written) ? `91${number}` : null;
}

/** Returns the link that opens WhatsApp with a text to a number in its international digits. */
export function whatsAppLink(number: string, text: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
