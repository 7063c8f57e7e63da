import type { PersonFacts } from '@samay/contract/people/person-facts';
import type { PersonCorrections } from '@samay/contract/people/people';
import { isReachable, unreachable } from '@samay/contract/people/contact';
import { readTelephone } from '@samay/contract/core/telephone';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { writeRenamed } from '../../availability/index.ts';
import { changePerson, fetchPeople, readShownPeople } from './change-people.ts';
import {
  countBookingsOf,
  findSamePerson,
  lockBookingsOf,
  type Words,
  writeBookingWords,
  writePersonWords,
} from './correct-queries.ts';
import { BookedMeanwhile, untilAllLocked } from '../household/booked-meanwhile.ts';
import {
  assertFactsKnown,
  changedFacts,
  emptiedFacts,
  factsOf,
  givenFacts,
  noFacts,
} from '../facts/facts.ts';
import { emptyMergedFacts, readShownFacts, writePersonFacts } from '../facts/fact-queries.ts';
import { writeReached } from '../household/write-reached.ts';
import { lockHousehold, moveHousehold } from '../household/household.ts';
import type { PersonRow } from './people-queries.ts';

/**
 * The most bookings that a correction rewrites: about half a second, in which only these are
 * locked.
 */
const mostBookings = 1_000;

interface Input {
  readonly params: { readonly id: string };
  readonly body: PersonCorrections;
}

/**
 * Corrects name, email or contact of a person, and of all bookings that name them, or the facts
 * about them; on request the number of all who share theirs. Throws `person.exists` where that is
 * another person of the business, and `person.too_many_bookings`. Returns the person to show.
 */
export async function correctPerson(
  context: TenantContext,
  { params, body }: Input,
): Promise<{ readonly id: string }> {
  assertFactsKnown(body, context);
  await untilAllLocked(() =>
    changePerson(context, params.id, (tx) =>
      body.forAll && body.contact !== undefined
        ? correctHousehold(tx, context, params.id, { ...body, contact: body.contact })
        : correct(tx, context, params.id, body),
    ),
  );
  return params;
}

/** Corrects a person, and the number of the others who share theirs. */
async function correctHousehold(
  tx: Tx,
  context: TenantContext,
  id: string,
  body: PersonCorrections & { readonly contact: string | null },
) {
  const household = await lockHousehold(tx, context, { of: { person: id }, contact: body.contact });
  const changed = await correct(tx, context, id, body);
  const others = household?.members.filter((member) => member.id !== id) ?? [];
  if (household && others.length > 0)
    await moveHousehold(tx, context, { ...household, members: others }, 'contact');
  return changed;
}

/**
 * Corrects a person in one attempt. Bookings are locked before people, as everywhere (decision
 * 0047); a booking made in between requires another attempt.
 */
async function correct(tx: Tx, context: TenantContext, id: string, body: PersonCorrections) {
  const booked = await run(tx, context, lockBookingsOf({ id, limit: mostBookings + 1 }));
  assertThat(booked.length <= mostBookings, 'person.too_many_bookings');
  const [person] = await fetchPeople(tx, context, [id]);
  assertThat(person?.merged_into === null, 'person.merged');
  const [counted] = await run(tx, context, countBookingsOf({ id }));
  if (counted?.bookings !== booked.length) throw new BookedMeanwhile();
  const words = correctedWords(person, body);
  const changed = (['name', 'email', 'contact'] as const).filter((field) => words[field] !== person[field]);
  const factNames = await writeFacts(tx, context, person, givenFacts(body));
  if (changed.length === 0)
    return factNames.length === 0
      ? null
      : { action: 'people.corrected' as const, detail: { changed: factNames } };
  await assertNobodyElse(tx, context, id, words);
  await run(tx, context, writePersonWords({ id, ...words }));
  await run(
    tx,
    context,
    writeBookingWords({ id, ...words, now: context.now }, writtenColumns(changed, words)),
  );
  const today = indiaDate(context.now);
  const left = booked.filter(({ appointment_date: date }) => date >= today);
  if (changed.includes('name')) writeRenamed(tx, context, left);
  else writeReached(tx, context, left);
  return {
    action: 'people.corrected' as const,
    detail: { changed: [...changed, ...factNames], bookings: booked.length },
  };
}

/** Writes the facts about a person that change what is shown, and returns which do. */
async function writeFacts(tx: Tx, context: TenantContext, person: PersonRow, given: Partial<PersonFacts>) {
  if (Object.keys(given).length === 0) return [];
  const { id } = person;
  const [shown] = await run(tx, context, readShownFacts({ id }));
  const changed = changedFacts(shown ?? noFacts, given);
  if (changed.length === 0) return [];
  const facts = { ...factsOf(person), ...given };
  await run(tx, context, writePersonFacts({ id, ...facts }));
  await run(tx, context, emptyMergedFacts({ id, ...emptiedFacts(facts, changed) }));
  return changed;
}

function correctedWords(person: PersonRow, { name, email, contact }: PersonCorrections): Words {
  const words = {
    name: name ?? person.name,
    email: email === undefined ? person.email : (email ?? ''),
    contact: contact === undefined ? person.contact : contact || null,
  };
  if (!isReachable({ personEmail: words.email, personContact: words.contact }))
    throw new AppError('request.invalid', { fields: { email: unreachable.error } });
  return words;
}

/**
 * Returns the changed columns. Without a number to identify the person, every booking gets the same
 * email and contact, and so stays theirs.
 */
function writtenColumns(changed: readonly (keyof Words)[], { contact }: Words) {
  const hasNumber = readTelephone(contact ?? '') !== undefined;
  const writes = (field: keyof Words) => changed.includes(field) || (!hasNumber && field !== 'name');
  return { name: writes('name'), email: writes('email'), contact: writes('contact') };
}

async function assertNobodyElse(tx: Tx, context: TenantContext, id: string, words: Words): Promise<void> {
  const [same] = await run(tx, context, findSamePerson({ id, ...words }));
  if (!same) return;
  // A person shown with this one already, or hidden by the plan, is not offered.
  const [offered] = same.shown_as === id ? [] : await readShownPeople(tx, context, [same.shown_as]);
  throw new AppError('person.exists', offered ? { person: { id: offered.id, name: offered.name } } : {});
}
