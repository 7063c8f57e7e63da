import { randomUUID } from 'node:crypto';
import { run } from '../../../db/run-statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { personWith } from './people.ts';
import {
  countDay,
  countPayment,
  countPerson,
  insertPerson,
  lockNamed,
  type Person,
  updatePerson,
} from './queries.ts';
import { noTally, type Tallied, tallyChanges } from './tallies.ts';

/** The creation time of bookings that are all new: which is the newest does not matter. */
const noMatter = new Date(0);

/** The columns from which people and tallies follow. */
export type KeptBooking = Pick<Tallied, 'appointment_date' | 'amount_paise' | 'payment_method'> & {
  /** The status; scheduled where it is omitted. */
  readonly status?: Tallied['status'] | undefined;
  readonly person_name: string;
  readonly person_email: string | null;
  readonly person_contact: string | null;
};

/**
 * Finds or adds the people of bookings that are inserted without their verb, such as the demo's,
 * and counts these. Returns the id of each booking's person.
 */
export async function keepAdded(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  bookings: readonly KeptBooking[],
): Promise<string[]> {
  const people = new Map<string, Person>();
  const ids: string[] = [];
  for (const { person_name, person_email, person_contact, appointment_date } of bookings) {
    const named = { person_name, person_email, person_contact };
    const key = JSON.stringify(named);
    const known = people.get(key) ?? (await run(tx, work, lockNamed(named)))[0];
    const id = known?.id ?? randomUUID();
    const words = personWith(known, { ...named, appointment_date, reference: '', created_at: noMatter });
    if (!known) await run(tx, work, insertPerson({ ...noTally(id), ...named, ...words }));
    people.set(key, { ...words, id });
    ids.push(id);
  }
  const after = bookings.map(({ status = 'scheduled', ...booking }, at) => ({
    ...booking,
    status,
    patient_id: ids[at] ?? null,
    prescription_id: null,
  }));
  const tallies = tallyChanges(after.map((booking) => ({ before: null, after: booking })));
  for (const { id, ...words } of people.values()) await run(tx, work, updatePerson(words, noTally(id)));
  for (const tally of tallies.people) await run(tx, work, countPerson(tally));
  for (const tally of tallies.days) await run(tx, work, countDay(tally));
  for (const tally of tallies.payments) await run(tx, work, countPayment(tally));
  return ids;
}
