import { z } from 'zod';
import { About, Facts, IsMinor } from './person-facts.ts';
import { checkDays } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id, line } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';

const Visit = z.strictObject({ id: Id, date: LocalDate, time: LocalTime });
/** A booking that owes money: what is due and what was paid, in paise. */
const Owing = Visit.extend({ due: z.int(), amount: z.int().nullable() });

/**
 * A person found in the bookings: a patient, or a customer of a turf. Identified by telephone
 * number, or without one by email, and by name: a family often shares one number. Counts exclude
 * bookings that the plan hides.
 */
export const Patient = z.strictObject({
  id: Id,
  /** Name and contact of the newest booking. */
  name: z.string(),
  /** The email of the newest booking that has one; null where none has. */
  email: z.string().nullable(),
  contact: z.string().nullable(),
  /** The number of bookings of every status. */
  bookings: z.int(),
  /** The date of the latest completed booking. */
  lastVisit: LocalDate.nullable(),
  /** The next scheduled booking, from today on. */
  nextVisit: Visit.nullable(),
});
export type Patient = z.infer<typeof Patient>;

/** The days within which a merge of two people can be undone. */
export const mergeUndoDays = 30;

/** A person who was merged into another one. */
export const Merge = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  mergedAt: Instant,
  mayUndo: z.boolean(),
});
export type Merge = z.infer<typeof Merge>;

/** Another person with the same number. */
export const HouseholdMember = z.strictObject({
  id: Id,
  name: z.string(),
  about: About,
  isMinor: IsMinor,
  lastVisit: LocalDate.nullable(),
  /** Whether a search matches both names, so that a merge is proposed. */
  isAlike: z.boolean(),
});
export type HouseholdMember = z.infer<typeof HouseholdMember>;

/** A person with the sums of their bookings. */
export const PatientDetails = Patient.extend({
  ...Facts.shape,
  about: About,
  completed: z.int(),
  cancelled: z.int(),
  noShows: z.int(),
  prescriptions: z.int(),
  /** In paise, of all bookings: money of cancelled and missed ones that was kept is a fee. */
  revenue: z.int(),
  /** The money of this person that belongs to no booking, in paise. */
  advance: z.int(),
  /** Bookings up to today that owe money, oldest first. At most `mostTakenTogether`. */
  owing: z.array(Owing),
  /** Bookings of the others with the same number, likewise. At most `mostTakenTogether` with `owing`. */
  householdOwing: z.array(Owing.extend({ personName: z.string() })),
  /** The other people with the same number, latest booking first. At most 20. */
  household: z.array(HouseholdMember),
  /** The people who were merged into this one, latest first. */
  merges: z.array(Merge),
});
export type PatientDetails = z.infer<typeof PatientDetails>;

const params = z.strictObject({ id: Id });
const cursor = z.string().max(300).optional();
const limit = z.coerce.number().int().min(1).max(100).default(50);

export const listPatients = endpoint({
  method: 'GET',
  path: '/api/patients',
  access: 'patients.read',
  conditional: true,
  summary: 'The patients, latest booking first, searched by name, email or contact, paged by a cursor.',
  query: checkDays(
    z.strictObject({
      search: line(100).optional(),
      /**
       * Only people who came for the first time on these days, both included: their first scheduled
       * or completed booking is dated then.
       */
      since: LocalDate.optional(),
      until: LocalDate.optional(),
      cursor,
      limit,
    }),
  ),
  reply: z.strictObject({ items: z.array(Patient), next: z.string().nullable() }),
});

export const getPatient = endpoint({
  method: 'GET',
  path: '/api/patients/:id',
  access: 'patients.read',
  conditional: true,
  summary:
    'One patient, with the sums of their bookings. The id of a merged one gives the person ' +
    'they were merged into.',
  params,
  reply: PatientDetails,
});
