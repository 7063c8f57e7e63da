import type { LocalDate } from '@samay/contract/core/time';
import type { Statements } from '../../../db/read-in-one-message.ts';
import type { PeopleAfter, ChangedBooking } from './write.ts';
import { personChanges, lockPeopleOf, type Person, readLatest } from '../../people/index.ts';

/** Locks the people of bookings whose day changes, and reads the latest of their other bookings. */
export function lockingMoved(bookings: readonly ChangedBooking[]): Statements {
  const ids = listPeople(bookings);
  if (ids.length === 0) return {};
  const except = bookings.map(({ before }) => before.id);
  return { people: lockPeopleOf({ ids }), latest: readLatest({ ids, except }) };
}

function listPeople(bookings: readonly ChangedBooking[]): string[] {
  const moved = bookings.filter(({ before, after }) => before.appointment_date !== after.appointment_date);
  return [...new Set(moved.flatMap(({ before }) => before.patient_id ?? []))];
}

/** Lists the people whose latest booking is on another day than before. */
export function peopleMoved(
  bookings: readonly ChangedBooking[],
  rows: Readonly<Record<string, unknown>>,
): PeopleAfter {
  const people = (rows['people'] ?? []) as Person[];
  const latest = (rows['latest'] ?? []) as { patient_id: string; latest: LocalDate }[];
  const changed = people.flatMap((person) => {
    const dates = [
      ...latest.filter(({ patient_id: id }) => id === person.id).map((row) => row.latest),
      ...bookings
        .filter(({ after }) => after.patient_id === person.id)
        .map(({ after }) => after.appointment_date),
    ].toSorted();
    const after = { ...person, latest_date: dates.at(-1) ?? person.latest_date };
    return personChanges(person, after);
  });
  return { changed };
}
