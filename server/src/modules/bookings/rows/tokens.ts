import { indiaDate } from '@samay/contract/core/time';
import type { BookingContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { sittingAt } from '../../availability/index.ts';
import type { AppointmentRow } from './queries.ts';
import { startOf } from './start-of.ts';
import { takeLetter, takeNumber, writeLetter } from './token-queries.ts';
import type { WrittenBooking } from './write.ts';

/** The number of a booking and its day, as columns. */
export interface TokenColumns {
  readonly token: string | null;
  readonly token_day: string | null;
}

/**
 * Gives each booking whose person arrives at a doctor with this change the next number of that doctor's
 * day (decision 0150). A number stays with its booking when the arrival is undone, so that the same
 * person has it again; it is never given to another. Costs one message for each arrival.
 */
export async function withTokens<Written extends WrittenBooking>(
  tx: Tx,
  context: BookingContext,
  bookings: readonly Written[],
): Promise<Written[]> {
  const written: Written[] = [];
  for (const booking of bookings) {
    const token = arrives(booking, context) ? await takeToken(tx, context, booking.after) : undefined;
    written.push(
      token
        ? { ...booking, after: { ...booking.after, ...token }, columns: { ...booking.columns, ...token } }
        : booking,
    );
  }
  return written;
}

/** Returns whether a person arrives at a doctor of whose sitting they have no number. */
function arrives({ before, after }: WrittenBooking, { businessType, now }: BookingContext): boolean {
  if (businessType !== 'doctor' || after.status !== 'scheduled') return false;
  if (after.arrived_at === null || after.resource_id === null) return false;
  const { since, to } = sittingAt(now);
  const hasNumber = after.token_day !== null && after.token_day >= indiaDate(since);
  if (hasNumber || startOf(after) >= to) return false;
  return before?.arrived_at == null || before.resource_id !== after.resource_id;
}

async function takeToken(
  tx: Tx,
  context: BookingContext,
  { resource_id: resourceId }: AppointmentRow,
): Promise<TokenColumns | undefined> {
  if (resourceId === null) return undefined;
  const { day, from } = sittingAt(context.now);
  const [taken] = await run(tx, context, takeNumber({ resourceId, day, from, now: context.now }));
  if (!taken) return undefined;
  const letter = taken.has_others ? (taken.letter ?? (await giveLetter(tx, context, resourceId))) : '';
  return { token: `${letter}${taken.number}`, token_day: taken.day };
}

/** Gives a doctor the next letter of the business. */
export async function giveLetter(tx: Tx, context: BookingContext, resourceId: string): Promise<string> {
  const letter = toLetters(onlyRow(await run(tx, context, takeLetter({}))).letter);
  await run(tx, context, writeLetter({ resourceId, letter }));
  return letter;
}

/** Returns the letter of a number: `A` of 1, `Z` of 26, `AA` of 27. */
export function toLetters(number: number): string {
  const alphabet = 26;
  const digits: string[] = [];
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / alphabet))
    digits.unshift(String.fromCodePoint(65 + ((rest - 1) % alphabet)));
  return digits.join('');
}

/** Returns the columns that take the number of a doctor's day from a booking that leaves it. */
export function leftToken(
  { token, resource_id: from, appointment_date: day }: AppointmentRow,
  to: Pick<AppointmentRow, 'resource_id' | 'appointment_date'>,
): Partial<TokenColumns> {
  const leaves = from !== to.resource_id || day !== to.appointment_date;
  return token !== null && leaves ? { token: null, token_day: null } : {};
}
