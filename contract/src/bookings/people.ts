import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, line } from '../core/text.ts';
import { LocalDate } from '../core/time.ts';

/** Fewer characters than this find nobody. */
export const fewestSearched = 3;

/** A person as the desk looks them up. */
export const FoundPerson = z.strictObject({
  id: Id,
  name: z.string(),
  /** Null where none is known, as the contact. */
  email: z.string().nullable(),
  contact: z.string().nullable(),
  /** The latest completed booking; the doctor is null for a turf. */
  lastVisit: z.strictObject({ date: LocalDate, doctor: z.string().nullable() }).nullable(),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const lookUpPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: 'appointments.write',
  summary: 'At most 8 people by at least 3 digits of their number or letters of their name, those found by their number first.',
  query: z.strictObject({ search: line(60).min(fewestSearched, `At least ${fewestSearched} characters, please`) }),
  reply: z.strictObject({ items: z.array(FoundPerson) }),
});
