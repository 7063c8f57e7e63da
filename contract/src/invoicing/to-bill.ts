import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { Id } from '../core/text.ts';
import { LocalDate, LocalTime } from '../core/time.ts';
import { BookingPapers } from './papers.ts';

const params = z.strictObject({ id: Id });

/**
 * The paper that one booking waits for: its bill, a note that its bill asks for, or the refund voucher of money whose
 * receipt voucher stands.
 */
export const ToBill = z.strictObject({
  appointmentId: Id,
  personName: z.string(),
  date: LocalDate,
  time: LocalTime,
  /** `bill`: of a business without GST the receipts of its payments. */
  kind: z.enum(['bill', 'debit_note', 'credit_note', 'refund_voucher']),
  total: Paise,
  /** The bill or invoice of a note, or the receipt voucher of a refund. */
  of: z.strictObject({ id: Id, number: z.string() }).nullable(),
});
export type ToBill = z.infer<typeof ToBill>;

const ToBillPage = z.strictObject({ items: z.array(ToBill), next: z.string().nullable() });

export const listToBill = endpoint({
  method: 'GET',
  path: '/api/papers/to-bill',
  access: 'settings.write',
  summary:
    'The completed visits without their bill, the notes that bills ask for and the refunds without their voucher, since 1 April of the last financial year, oldest first.',
  query: z.strictObject({ cursor: z.string().max(300).optional() }),
  reply: ToBillPage,
});

export const dismissCredit = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/credit-dismissals',
  access: 'appointments.write',
  summary:
    'Decide that a proposed credit note is not made. It is proposed again once the difference is another one.',
  params,
  body: z.strictObject({ total: Paise.min(1) }),
  reply: BookingPapers,
});
