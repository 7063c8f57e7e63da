import { isMinor } from '@samay/contract/people/age';
import { formatAbout, type PersonFacts } from '@samay/contract/people/person-facts';
import type { BusinessType } from '@samay/contract/core/roles';
import { indiaDate } from '@samay/contract/core/time';
import { AppError } from '../../../core/app-error.ts';
import { personFacts } from '../rows/queries.ts';

/** The facts about a person until one is noted. */
export const noFacts = eachFact(() => null) as PersonFacts;

/** Returns the facts about a person without their other columns. */
export function factsOf(person: PersonFacts): PersonFacts {
  return eachFact((name) => person[name]) as PersonFacts;
}

/** Returns the facts that a request has; what it leaves out stays. */
export function givenFacts(given: Given): Partial<PersonFacts> {
  const names = personFacts.filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** Lists the facts that a request gives a person otherwise than they are known. */
export function changedFacts(known: PersonFacts, given: Partial<PersonFacts>): (keyof PersonFacts)[] {
  return personFacts.filter((name) => given[name] !== undefined && given[name] !== known[name]);
}

/** Says which facts a change empties. */
export function emptiedFacts(
  facts: Partial<PersonFacts>,
  changed: readonly (keyof PersonFacts)[],
): { readonly [Fact in keyof PersonFacts]: boolean } {
  return eachFact((name) => changed.includes(name) && facts[name] === null);
}

function eachFact<Value>(getValue: (name: keyof PersonFacts) => Value) {
  const values = personFacts.map((name) => [name, getValue(name)]);
  return Object.fromEntries(values) as { readonly [Fact in keyof PersonFacts]: Value };
}

type Given = { readonly [Fact in keyof PersonFacts]?: PersonFacts[Fact] | undefined };

/** Checks that only a clinic's request has facts about its person. */
export function assertFactsKnown(
  given: Given,
  { businessType }: { readonly businessType: BusinessType },
): void {
  if (businessType === 'doctor') return;
  const names = Object.keys(givenFacts(given));
  const fields = Object.fromEntries(names.map((name) => [name, 'This field is not known here']));
  if (names.length > 0) throw new AppError('request.invalid', { fields });
}

/** Returns the facts about a person in short as a field of a reply, or no field. */
export function presentAbout(
  person: PersonFacts | undefined,
  { now }: { readonly now: Date },
): { readonly about?: string } {
  const about = person && formatAbout(person, indiaDate(now));
  return about === undefined ? {} : { about };
}

/** Returns the facts about a person as a field of a reply, or no field where none is known. */
export function presentFacts(person: PersonFacts | undefined): { readonly facts?: PersonFacts } {
  const isKnown = person !== undefined && personFacts.some((name) => person[name] !== null);
  return isKnown ? { facts: factsOf(person) } : {};
}

/** Returns whether a person is below 18 as a field of a reply, or no field. */
export function presentMinor(
  { born }: PersonFacts,
  { now }: { readonly now: Date },
): { readonly isMinor?: true } {
  return born !== null && isMinor(born, indiaDate(now)) ? { isMinor: true } : {};
}
