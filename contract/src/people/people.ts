import { z } from 'zod';
import { PersonContact } from './contact.ts';
import { About, ChangedFacts, HouseholdCorrection, IsMinor } from './person-facts.ts';
import { endpoint } from '../core/endpoint.ts';
import { EmailAddress, Id, line, requiredMailedLine } from '../core/text.ts';
import { LocalDate, LocalTime } from '../core/time.ts';
import { PatientDetails } from './patients.ts';

/** The fewest characters that find anybody. */
export const fewestSearched = 2;

/** A person as the desk looks them up. */
export const FoundPerson = z.strictObject({
  id: Id,
  name: z.string(),
  /** The email; null where none is known, like the contact. */
  email: z.string().nullable(),
  contact: z.string().nullable(),
  about: About,
  isMinor: IsMinor,
  /** The latest completed booking; the doctor is null for a turf, with their id where it is known. */
  lastVisit: z
    .strictObject({ date: LocalDate, doctor: z.string().nullable(), resourceId: Id.optional() })
    .nullable(),
  /** The next scheduled booking, from today on. */
  nextVisit: z.strictObject({ date: LocalDate, time: LocalTime }).nullable(),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

/** Omitted fields keep their values. */
export const PersonCorrections = z.strictObject({
  name: requiredMailedLine(120, 'Please enter a name').optional(),
  email: EmailAddress.nullish(),
  contact: PersonContact.nullish(),
  /** The facts about a patient, rejected for turf. */
  ...ChangedFacts.shape,
  ...HouseholdCorrection.partial().shape,
});
export type PersonCorrections = z.infer<typeof PersonCorrections>;

const params = z.strictObject({ id: Id });

export const lookUpPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: 'appointments.write',
  summary:
    'At most 8 people by at least 2 digits of their number or letters of their name, those ' +
    'found by their number first.',
  query: z.strictObject({
    search: line(60).min(fewestSearched, `At least ${fewestSearched} characters, please`),
  }),
  reply: z.strictObject({ items: z.array(FoundPerson) }),
});

export const correctPerson = endpoint({
  method: 'PATCH',
  path: '/api/patients/:id',
  access: 'people.write',
  summary:
    'Correct name, email or contact of a person and of the bookings that name them, or their birth, ' +
    'sex and guardian; on request the number of all with the former one. Rejected where that is another person.',
  params,
  body: PersonCorrections,
  reply: PatientDetails,
});

export const mergePeople = endpoint({
  method: 'POST',
  path: '/api/patients/:id/merges',
  access: 'people.write',
  summary:
    'Merge another person into this one: their bookings are shown with this person, until ' +
    'the merge is undone.',
  params,
  body: z.strictObject({ otherId: Id }),
  reply: PatientDetails,
  status: 201,
});

export const undoMerge = endpoint({
  method: 'DELETE',
  path: '/api/patients/:id/merges/:mergeId',
  access: 'people.write',
  summary: 'Undo a merge within 30 days: each booking is with the person whom it names again.',
  params: z.strictObject({ id: Id, mergeId: Id }),
  reply: PatientDetails,
});
