import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id, line } from '../core/text.ts';
import { LocalDate, LocalTime } from '../core/time.ts';

const Visit = z.strictObject({ id: Id, date: LocalDate, time: LocalTime });

/**
 * A person found in the bookings: a patient, or a customer of a turf. A person is a telephone number, or without one an e-mail, and a name:
 * one number is often a family. Counts take the bookings that the plan shows.
 */
export const Patient = z.strictObject({
  id: Id,
  /** Name, e-mail and contact as the newest booking has them. */
  name: z.string(),
  email: z.string(),
  contact: z.string().nullable(),
  /** Of every status. */
  bookings: z.int(),
  /** The latest completed one. */
  lastVisit: LocalDate.nullable(),
  /** The next scheduled one, from today on. */
  nextVisit: Visit.nullable(),
});
export type Patient = z.infer<typeof Patient>;

/** One person with what their bookings add up to. */
export const PatientDetails = Patient.extend({
  completed: z.int(),
  cancelled: z.int(),
  noShows: z.int(),
  prescriptions: z.int(),
  /** Paise, of scheduled and completed bookings: the one meaning of revenue. */
  revenue: z.int(),
});
export type PatientDetails = z.infer<typeof PatientDetails>;

const params = z.strictObject({ id: Id });
const cursor = z.string().max(300).optional();
const limit = z.coerce.number().int().min(1).max(100).default(50);

export const listPatients = endpoint({
  method: 'GET',
  path: '/api/patients',
  access: 'patients.read',
  summary: 'The people of the bookings, latest day first, searched by name, email or contact, a page at a time by key.',
  query: z.strictObject({ search: line(100).optional(), cursor, limit }),
  reply: z.strictObject({ items: z.array(Patient), next: z.string().nullable() }),
});

export const getPatient = endpoint({
  method: 'GET',
  path: '/api/patients/:id',
  access: 'patients.read',
  summary: 'One of them, with what their bookings add up to.',
  params,
  reply: PatientDetails,
});

export const listPatientHistory = endpoint({
  method: 'GET',
  path: '/api/patients/:id/appointments',
  access: 'patients.read',
  summary: 'Their bookings, latest first, with their prescriptions, a page at a time by key.',
  params,
  query: z.strictObject({ cursor, limit }),
  reply: z.strictObject({ items: z.array(Appointment), next: z.string().nullable() }),
});
