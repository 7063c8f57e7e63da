import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, lines } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';
import { Appointment } from '../bookings/appointments.ts';

/** The longest note in characters. */
export const longestNote = 4_000;

/** The text that owners and doctors have written about a visit. */
export const VisitNote = z.strictObject({
  /** The text; empty where nothing is written. */
  text: z.string(),
  /** The number of changes; 0 where there never was a note. */
  version: z.int(),
  writtenAt: Instant.nullable(),
});
export type VisitNote = z.infer<typeof VisitNote>;

/**
 * A booking with its note; null where there is none, and for callers without the permission to read
 * notes.
 */
export const NotedAppointment = Appointment.extend({ note: z.string().nullable() });
export type NotedAppointment = z.infer<typeof NotedAppointment>;

/** The most earlier visits shown next to the present one. */
export const mostEarlierVisits = 3;

/** A booking as a doctor needs it: with its note, the earlier visits and the next booking. */
export const Visit = z.strictObject({
  appointment: Appointment,
  note: VisitNote,
  mayWriteNote: z.boolean(),
  /**
   * The person's last visits before this one, latest first: completed bookings, and others with a
   * prescription or a note.
   */
  earlier: z.array(NotedAppointment),
  /** Whether there are more earlier visits. */
  hasMore: z.boolean(),
  /** The person's next scheduled booking after this one. */
  next: z
    .strictObject({ id: Id, date: LocalDate, time: LocalTime, doctor: z.string().nullable() })
    .nullable(),
});
export type Visit = z.infer<typeof Visit>;

const params = z.strictObject({ id: Id });

export const getVisit = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/visit',
  access: 'notes.read',
  conditional: true,
  summary:
    "A booking as a doctor needs it: with its note, the person's last three visits with " +
    'notes and prescriptions, and the next booking.',
  params,
  reply: Visit,
});

export const writeNote = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/note',
  access: 'notes.write',
  summary:
    'Write the note on a visit. Rejected if it has changed since the version that the ' +
    'caller saw, unless it is the same text; an empty text removes it.',
  params,
  body: z.strictObject({
    text: lines(longestNote),
    /** The version that the caller has changed; 0 for a first note. */
    version: z.int().min(0),
  }),
  reply: VisitNote,
});

export const listPatientHistory = endpoint({
  method: 'GET',
  path: '/api/patients/:id/appointments',
  access: 'patients.read',
  conditional: true,
  summary:
    'The bookings of one patient, latest first, with their prescriptions and, for those ' +
    'who may read them, notes, paged by a cursor.',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({
    cursor: z.string().max(300).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.strictObject({ items: z.array(NotedAppointment), next: z.string().nullable() }),
});
