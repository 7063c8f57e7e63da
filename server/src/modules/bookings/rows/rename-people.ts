import { foldName } from '@samay/contract/core/fold';
import type { PersonFacts } from '@samay/contract/people/person-facts';
import { randomUUID } from 'node:crypto';
import { Overtaken, type TenantId, type Tx } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import type { PeopleAfter, ChangedBooking } from './write.ts';
import {
  factsOf,
  noFacts,
  findMoney,
  type MergeChange,
  readMergedInto,
  personAfter,
  personChanges,
  personWith,
  type LockedPerson,
  lockBothPeople,
  type OtherBookings,
  personFacts,
  readOthers,
} from '../../people/index.ts';

/**
 * The latest date of a person without a booking. It precedes all dates: the people who are shown
 * together with such a person determine the latest.
 */
const noDate = '0001-01-01';

const named = ['person_name', 'person_email', 'person_contact'] as const;

/** Returns whether a change writes the booking's person differently. */
export function isRenamed({ columns }: Pick<ChangedBooking, 'columns'>): boolean {
  return named.some((name) => name in columns);
}

/** The people who change with a booking that is named differently, and the person that it names. */
export type RenamedPeople = PeopleAfter & { readonly patientId: string };

type Renaming = Pick<ChangedBooking, 'before' | 'after'>;

/**
 * Locks the person that a booking named and the one that it names now, and decides what becomes of
 * them (decision 0027). A person whose only booking it is becomes the one that it names now, with
 * all that is theirs; where that one is known already, they are removed, or shown with that one if
 * money is theirs. A person with other bookings stays, one who is kept too, and a new one is added.
 */
export async function renamePeople(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  { before, after }: Renaming,
): Promise<RenamedPeople> {
  const { person_name, person_email, person_contact } = after;
  const values = { person_name, person_email, person_contact, held: before.patient_id };
  const { people, others, merged, money } = await runTogether(tx, work, {
    people: lockBothPeople(values),
    others: readOthers({ ...values, except: after.id }),
    merged: readMergedInto(values),
    money: findMoney(values),
  });
  const target = people.find(({ is_named: isNamed }) => isNamed);
  const held = people.find(({ id }) => id === before.patient_id);
  const findOthers = (person: LockedPerson) => others.find(({ patient_id: id }) => id === person.id);
  const isOther = held !== undefined && held.id !== target?.id;
  const left = isOther ? personAfter(held, findOthers(held), []) : null;
  if (isOther && !left && held.kept_since === null) {
    const leaving = { held, people, merged, hasMoney: money.length > 0, after };
    return target ? joinPerson(leaving, target, findOthers(target)) : becomePerson(leaving);
  }
  const stays = isOther ? personChanges(held, left ?? { ...held, latest_date: noDate }) : [];
  if (target)
    return { patientId: target.id, changed: [...makeChanges(target, findOthers(target), after), ...stays] };
  const added = {
    ...personWith(undefined, after),
    id: randomUUID(),
    ...(held ? followingFacts(held, after) : noFacts),
    language: held?.language ?? null,
  };
  return { patientId: added.id, added, changed: stays };
}

/** A person whose only booking names another one. */
interface Leaving {
  readonly held: LockedPerson;
  /** All people who are locked. */
  readonly people: readonly LockedPerson[];
  /** The people who are shown with them. */
  readonly merged: readonly { readonly id: string }[];
  readonly hasMoney: boolean;
  readonly after: Renaming['after'];
}

/**
 * Lets the person become the one that the booking names now: money, papers, facts and language stay
 * with them. Their merges end, because these were about the former name.
 */
function becomePerson(leaving: Leaving): RenamedPeople {
  const { held, after } = leaving;
  const words = personWith(undefined, after);
  return {
    patientId: held.id,
    renamed: { ...held, ...words, ...followingFacts(held, after) },
    merges: [
      ...endsOfMerged(leaving),
      ...(held.merged_into === null ? [] : [mergeChange(held, null, after)]),
    ],
    emptied: [{ id: held.id, mergedInto: held.merged_into }],
  };
}

/**
 * Gives the booking to a person who is known already. The former person is removed, with what
 * was noted of them if the other lacks it; with money they are shown with the other, so that it is
 * the other's to spend.
 */
function joinPerson(
  leaving: Leaving,
  target: LockedPerson,
  others: OtherBookings | undefined,
): RenamedPeople {
  const { held, hasMoney, after } = leaving;
  const isSame = !isGuardian(after.person_name, held);
  const shownWith = target.merged_into ?? target.id;
  // The other is shown with the former person, who stays for that.
  const isShownWithHeld = shownWith === held.id;
  const isMoved = hasMoney && !isShownWithHeld && held.merged_into !== shownWith;
  const isEnded = held.merged_into !== null && held.merged_into !== shownWith;
  const facts = isSame ? lackedFacts(target, held) : {};
  return {
    patientId: target.id,
    changed: [
      ...makeChanges(target, others, after, facts),
      ...personChanges(held, { ...held, latest_date: noDate, ...(!isSame && hasMoney && noFacts) }),
    ],
    merges: [
      ...(isShownWithHeld ? [] : endsOfMerged(leaving)),
      ...(isMoved || isEnded
        ? [mergeChange(held, isMoved ? lockedId(leaving, shownWith) : null, after)]
        : []),
    ],
    emptied: [{ id: held.id, mergedInto: held.merged_into }],
  };
}

function makeChanges(
  target: LockedPerson,
  others: OtherBookings | undefined,
  after: Renaming['after'],
  facts: Partial<PersonFacts> = {},
) {
  const words = personAfter(target, others, [after]);
  return words ? personChanges(target, { ...words, ...facts }) : [];
}

function mergeChange(
  { id, merged_into: from }: LockedPerson,
  into: string | null,
  { updated_at: now }: Renaming['after'],
): MergeChange {
  return { id, from, into, at: into === null ? null : now };
}

/** Lists the ends of the merges into a person. */
function endsOfMerged({ held, people, merged }: Leaving): MergeChange[] {
  return merged.map(({ id }) => ({ id: lockedId({ people }, id), from: held.id, into: null, at: null }));
}

/** Returns the id of a locked person. One whose merge began meanwhile is locked by another attempt. */
function lockedId({ people }: Pick<Leaving, 'people'>, id: string): string {
  if (!people.some((person) => person.id === id)) throw new Overtaken();
  return id;
}

/**
 * Returns the facts about a person that the person of a corrected name has. It is mostly that of
 * the person who was meant before.
 */
function followingFacts(held: LockedPerson, { person_name: name }: Renaming['after']): PersonFacts {
  return isGuardian(name, held) ? noFacts : factsOf(held);
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
