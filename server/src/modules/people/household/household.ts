import { readTelephone, type Telephone } from '@samay/contract/core/telephone';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import type { Tx } from '../../../db/tenant.ts';
import { atCommit, lockName, run } from '../../../db/transaction.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { BookedMeanwhile } from './booked-meanwhile.ts';
import {
  lockBookingsOfNumber,
  lockPeopleOfNumber,
  type MemberRow,
  moveBookings,
  movePeople,
  readContacts,
  readMembers,
  readNumbered,
  readNumberedOf,
  readPeopleOfNumber,
  readTaken,
} from './household-queries.ts';
import { writeReached } from './write-reached.ts';

/** The most bookings of a number that one correction writes, as for one person. */
const mostBookings = 1_000;

/** The people of a number, locked with their bookings, and the number that they get. */
export interface LockedHousehold {
  /** The person whose number is corrected. */
  readonly of: string;
  readonly members: readonly MemberRow[];
  readonly to: Telephone;
}

interface Correction {
  /** The person, or a booking that names them. */
  readonly of: { readonly person: string } | { readonly booking: string };
  readonly contact: string | null;
  /** The name that the booking gets with it. */
  readonly name?: string | undefined;
}

/**
 * Locks the new number, the bookings of all who share a person's number, then these people, as
 * everywhere (decision 0047). Undefined where they have no number, or it stays. Throws
 * `request.invalid` where the new contact has no number, and `person.too_many_bookings`. To run
 * within `untilAllLocked`.
 */
export async function lockHousehold(
  tx: Tx,
  context: TenantContext,
  { of, contact, name }: Correction,
): Promise<LockedHousehold | undefined> {
  const find = 'person' in of ? readNumbered({ id: of.person }) : readNumberedOf({ bookingId: of.booking });
  const [person] = await run(tx, context, find);
  const former = readTelephone(person?.contact ?? '');
  const to = readTelephone(contact ?? '');
  if (!person || !former || former.number === to?.number) return undefined;
  if (!to) throw new AppError('request.invalid', { fields: { forAll: 'Please enter the new number' } });
  // Two that write several people under one number would wait for each other's names.
  await run(tx, context, lockName({ name: `number ${context.tenantId} ${to.number}` }));
  const { person_key: key } = person;
  const booked = await run(tx, context, lockBookingsOfNumber({ key, limit: mostBookings + 1 }));
  assertThat(booked.length <= mostBookings, 'person.too_many_bookings');
  const people = { key, to: to.number, name: name ?? null };
  const locked = await run(tx, context, lockPeopleOfNumber(people));
  const linked = await run(tx, context, readPeopleOfNumber(people));
  const members = await run(tx, context, readMembers({ key }));
  const isLocked = { person: collectIds(locked), booking: collectIds(booked) };
  const isWhole =
    linked.every(({ id }) => isLocked.person.has(id)) &&
    members.some(({ id }) => id === person.id) &&
    members.every(
      ({ id, bookings }) => isLocked.person.has(id) && bookings.every((one) => isLocked.booking.has(one)),
    ) &&
    ('person' in of || isLocked.booking.has(of.booking));
  // A person was booked, corrected or merged before all were locked.
  if (!isWhole) throw new BookedMeanwhile();
  return { of: person.id, members, to };
}

function collectIds(rows: readonly { readonly id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id));
}

/**
 * Writes the new number for people of a locked household and for all of their bookings, and audits
 * it for each. The rest of a contact, such as a second number, stays. Throws `person.exists` where
 * one of them is known under the new number already.
 * @param field the field of the request that has the number
 */
export async function moveHousehold(
  tx: Tx,
  context: TenantContext,
  { members, to }: Omit<LockedHousehold, 'of'>,
  field: string,
): Promise<void> {
  const ids = members.map(({ id }) => id);
  const [taken] = await run(tx, context, readTaken({ ids, to: to.number }));
  if (taken) {
    const said = `${taken.name} is known under this number already`;
    throw new AppError('person.exists', { fields: { [field]: said } });
  }
  const today = indiaDate(context.now);
  for (const { contact: from } of await run(tx, context, readContacts({ ids }))) {
    const moved = { ids, from, to: withNumber(from, to) };
    await run(tx, context, movePeople(moved));
    const booked = await run(tx, context, moveBookings({ ...moved, now: context.now }));
    writeReached(
      tx,
      context,
      booked.filter(({ date }) => date >= today),
    );
  }
  for (const { id, bookings } of members) {
    const detail = { changed: ['contact'], bookings: bookings.length };
    atCommit(tx, context, insertAct({ ...auditValues(context, 'people.corrected', detail), object: id }));
  }
}

/** Replaces the first number of a contact. */
function withNumber(contact: string, { number, written }: Telephone): string {
  const former = readTelephone(contact);
  if (!former) return contact;
  const [before, after] = [contact.slice(0, former.end - former.written.length), contact.slice(former.end)];
  const moved = before + written + after;
  // Digits next to it may change which number is read.
  return readTelephone(moved)?.number === number ? moved : `${written}, ${(before + after).trim()}`;
}
