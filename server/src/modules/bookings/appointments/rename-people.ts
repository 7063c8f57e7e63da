import { foldName } from '@samay/contract/core/fold';
import type { PersonFacts } from '@samay/contract/bookings/person-facts';
import { randomUUID } from 'node:crypto';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import type { PeopleAfter, ChangedBooking } from './write.ts';
import { factsOf, noFacts } from '../people-and-tallies/facts.ts';
import { personAfter, personChanges, personWith } from '../people-and-tallies/people.ts';
import {
  type LockedPerson,
  lockBothPeople,
  type PersonChange,
  personFacts,
  readOthers,
} from '../people-and-tallies/queries.ts';

/** Precedes all dates: the people merged into such a person determine the latest booking. */
const noDate = '0001-01-01';

const named = ['person_name', 'person_email', 'person_contact'] as const;

/** Returns whether a change writes the booking's person differently. */
export function isRenamed({ columns }: Pick<ChangedBooking, 'columns'>): boolean {
  return named.some((name) => name in columns);
}

/**
 * Locks the person that a booking named and the one that it names now, and decides what becomes of
 * them (decision 0027): one without bookings is removed, a new one is added.
 */
export async function renamePeople(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  { before, after }: Pick<ChangedBooking, 'before' | 'after'>,
): Promise<PeopleAfter & { readonly patientId: string }> {
  const { person_name, person_email, person_contact } = after;
  const values = { person_name, person_email, person_contact, held: before.patient_id };
  const { people, others } = await runTogether(tx, work, {
    people: lockBothPeople(values),
    others: readOthers({ ...values, except: after.id }),
  });
  const othersOf = (person: LockedPerson) => others.find(({ patient_id: id }) => id === person.id);
  const target = people.find(({ is_named: isNamed }) => isNamed);
  const held = people.find(({ id }) => id === before.patient_id);
  const patientId = target?.id ?? randomUUID();
  // A corrected name is mostly that of the person who was meant before.
  const added = {
    ...personWith(undefined, after),
    id: patientId,
    ...(held && isGuardian(after.person_name, held) ? noFacts : factsOf(held ?? noFacts)),
    language: held?.language ?? null,
  };
  const changed: PersonChange[] = [];
  const left = held && held.id !== patientId ? personAfter(held, othersOf(held), []) : undefined;
  if (target) {
    const words = personAfter(target, othersOf(target), [after]);
    // A person of no booking is removed: what was entered for them goes to the one who was meant.
    const isSame = left === null && held && !isGuardian(after.person_name, held);
    const facts = isSame ? lackedFacts(target, held) : {};
    if (words) changed.push(...personChanges(target, { ...words, ...facts }));
  }
  if (!held || held.id === patientId)
    return {
      patientId,
      changed,
      ...(!target && { added }),
    };
  const emptied = left ? [] : [{ id: held.id, mergedInto: held.merged_into }];
  const words = left ?? { ...held, latest_date: noDate };
  changed.push(...personChanges(held, words));
  return {
    patientId,
    changed,
    emptied,
    ...(!target && { added }),
  };
}

/**
 * Returns whether a name is that of a person's guardian. Such a booking was meant for the guardian,
 * and the facts about the child are not theirs.
 */
function isGuardian(name: string, { guardian }: LockedPerson): boolean {
  return guardian !== null && foldName(guardian) === foldName(name);
}

/** Returns the facts about a person that another one lacks. */
function lackedFacts(person: LockedPerson, other: LockedPerson): Partial<PersonFacts> {
  return Object.fromEntries(
    personFacts.filter((name) => person[name] === null).map((name) => [name, other[name]]),
  );
}
