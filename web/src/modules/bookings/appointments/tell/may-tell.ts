import type { Appointment } from '@samay/contract/bookings/appointments';
import { whatsAppNumber } from '@samay/contract/core/whatsapp/whatsapp';

/** Returns whether messages may be offered for a booking. The server decides which. */
export function mayTell({ may, personContact }: Pick<Appointment, 'may' | 'personContact'>): boolean {
  return may.includes('recordPayment') && whatsAppNumber(personContact ?? '') !== null;
}
