import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, line } from '../core/text.ts';
import { LocalDate } from '../core/time.ts';

/** A person whom a desk finds while it types a number or a name, with the latest completed visit. */
export const FoundPerson = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  lastVisit: z.strictObject({ date: LocalDate, doctor: z.string().nullable() }).nullable(),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const lookUpPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: 'appointments.write',
  summary: 'At most eight people by number or name, for who books: matches of the number first.',
  query: z.strictObject({ search: line(60) }),
  reply: z.strictObject({ items: z.array(FoundPerson) }),
});
