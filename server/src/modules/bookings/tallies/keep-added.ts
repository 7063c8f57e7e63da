import {
  type OpenPeriod,
  computeMoneyColumns,
  type MoneyColumns,
  paymentOn,
  insertPayment,
  type NewPayment,
} from '../../ledger/index.ts';
import { randomUUID } from 'node:crypto';
import { run } from '../../../db/transaction.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import type { LocalDate } from '@samay/contract/core/time';
import type { PersonFacts } from '@samay/contract/people/person-facts';
import {
  factsOf,
  noFacts,
  personWith,
  countPerson,
  insertPerson,
  lockNamed,
  type Person,
  updatePerson,
} from '../../people/index.ts';
import { countDay, countPayment } from './queries.ts';
import { keptOn } from './kept-on.ts';
import { noTally, type Tallied, tallyChanges } from './tallies.ts';

/** The creation time of bookings that are all new: which is the newest does not matter. */
const noMatter = new Date(0);

/** The columns from which people and tallies follow. */
export type KeptBooking = Pick<Tallied, 'appointment_date'> & {
  /** Needed where there is an amount. */
  readonly id?: string | undefined;
  readonly amount_paise: number | null;
  readonly payment_method: string | null;
  readonly payment_id?: string | null | undefined;
  /** The user who took its amount, and the time; if omitted, no user, at noon of its day. */
  readonly created_by?: string | null | undefined;
  readonly updated_at?: Date | undefined;
  /** The drawer in which it counts; none where it is omitted. */
  readonly drawer?: OpenPeriod | undefined;
  /** The status; scheduled where it is omitted. */
  readonly status?: Tallied['status'] | undefined;
  readonly person_name: string;
  readonly person_email: string | null;
  readonly person_contact: string | null;
  /** The facts about its person; unknown where it is omitted. */
  readonly about?: PersonFacts | undefined;
};

/**
 * Finds or adds the people of bookings that are inserted without their verb, such as the demo's,
 * writes their amounts as rows of money, and counts them. Returns the columns of each booking that
 * follow.
 */
export async function keepAdded(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  bookings: readonly KeptBooking[],
): Promise<KeptColumns[]> {
  const people = new Map<string, Person>();
  const ids: string[] = [];
  for (const { person_name, person_email, person_contact, appointment_date, about } of bookings) {
    const named = { person_name, person_email, person_contact };
    const key = JSON.stringify(named);
    const known = people.get(key) ?? (await run(tx, work, lockNamed(named)))[0];
    const id = known?.id ?? randomUUID();
    const words = personWith(known, { ...named, appointment_date, reference: '', created_at: noMatter });
    const facts = factsOf(known ?? about ?? noFacts);
    if (!known)
      await run(tx, work, insertPerson({ ...noTally(id), ...named, ...words, ...facts, language: null }));
    people.set(key, { ...words, ...facts, id, language: known?.language ?? null });
    ids.push(id);
  }
  const rows = bookings.map(getPayments);
  const kept = bookings.map(({ payment_method: noted, status = 'scheduled' }, at): KeptColumns => {
    const own = rows[at] ?? [];
    const money = { ...computeMoneyColumns(own, noted), kept_on: null };
    const kept_on = own[0] ? keptOn({ ...money, status }, own[0].taken_at) : null;
    return { patient_id: ids[at] ?? null, ...money, kept_on };
  });
  const after = bookings.map(({ appointment_date, status = 'scheduled' }, at) => ({
    ...(kept[at] as KeptColumns),
    appointment_date,
    status,
    prescription_id: null,
  }));
  const tallies = tallyChanges(after.map((booking) => ({ before: null, after: booking })));
  for (const { id, ...words } of people.values()) await run(tx, work, updatePerson(words, noTally(id)));
  for (const tally of tallies.people) await run(tx, work, countPerson(tally));
  for (const tally of tallies.days) await run(tx, work, countDay(tally));
  for (const tally of tallies.payments) await run(tx, work, countPayment(tally));
  for (const payment of rows.flat()) await run(tx, work, insertPayment(payment));
  return kept;
}

/** The columns of a booking that follow from its person and its money. */
export interface KeptColumns extends MoneyColumns {
  readonly patient_id: string | null;
  /** The day of its money where the booking is cancelled or missed. */
  readonly kept_on: LocalDate | null;
}

function getPayments(booking: KeptBooking): NewPayment[] {
  const { id, amount_paise: paise, payment_method: method, payment_id: reference } = booking;
  if (paise === null) return [];
  if (id === undefined) throw new Error('a booking with an amount is kept without its id');
  const noted = {
    by: booking.created_by ?? null,
    at: booking.updated_at ?? atNoon(booking),
    drawer: booking.drawer,
  };
  return [paymentOn({ appointment_id: id }, { paise, method, reference }, noted)];
}

function atNoon({ appointment_date: date }: KeptBooking): Date {
  return new Date(`${date}T12:00:00+05:30`);
}
