import { z } from 'zod';
import { formatAgeAndSex, isBirth } from './age.ts';
import { requiredMailedLine } from '../core/text.ts';
import { indiaDate, type LocalDate, now } from '../core/time.ts';

/** The day, the month or the year of birth: `1992-03-14`, `1992-03` or `1992`. */
export const Born = z
  .string()
  .refine((text) => isBirth(text, indiaDate(now())), 'Please enter an age, a year or a date of birth');

export const Sex = z.enum(['female', 'male', 'other']);

/** The name of a parent or guardian, by the rules of a patient's own. */
export const Guardian = requiredMailedLine(120, 'Please enter the name of a parent or guardian');

const noted = z.strictObject({ born: Born, sex: Sex, guardian: Guardian });

/** The facts about a clinic's patient that no booking has. All that has facts follows from this list. */
export const Facts = z.strictObject({
  born: noted.shape.born.nullable(),
  sex: noted.shape.sex.nullable(),
  guardian: noted.shape.guardian.nullable(),
} satisfies Record<keyof typeof noted.shape, z.ZodType>);
export type PersonFacts = Readonly<z.infer<typeof Facts>>;

/** The facts that a new booking may bring. */
export const NewFacts = noted.partial();

/** The facts that a correction changes; null empties one. */
export const ChangedFacts = Facts.partial();

/**
 * Age, sex and guardian in short, `6 F · c/o Sunita Patil`: of a clinic's person, as of today, and
 * left out where none is known.
 */
export const About = z.string().optional();

/** The fields of a booking's reply that are about its person alone. */
export const PersonInReply = z.strictObject({
  about: About,
  /** The facts in it, for a correction; left out as it is. */
  facts: Facts.optional(),
  /** Present where merges of the person ended, because the corrected booking was their only one. */
  endedMerges: z.literal(true).optional(),
});

/** Whether a person is below 18 today, by their birth; left out where they are not, or it is unknown. */
export const IsMinor = z.literal(true).optional();

/** Formats the facts about a person in short. Returns undefined if none is known. */
export function formatAbout(facts: PersonFacts, today: LocalDate): string | undefined {
  const { guardian } = facts;
  const parts = [formatAgeAndSex(facts, today), guardian !== null && `c/o ${guardian}`];
  return parts.filter(Boolean).join(' · ') || undefined;
}

/** The part of a correction that concerns the others of a number. */
export const HouseholdCorrection = z.strictObject({
  /** Whether all people with the former number get the corrected one, with all of their bookings. */
  forAll: z.boolean(),
});
