import { z } from 'zod';
import { Above } from './above-due.ts';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { Usage } from '../tenancy/plans.ts';
import { Facts, HouseholdCorrection, NewFacts, PersonInReply } from '../people/person-facts.ts';
import { isReachable, PersonContact, PersonDetails, PersonName, unreachable } from '../people/contact.ts';
import { Status, StatusFilter } from './statuses.ts';
import { WhatsAppMessage } from './whatsapp-messages.ts';
import { Size } from '../availability/resources.ts';
import { Duration } from '../availability/services.ts';
import { EmailAddress, Id, line, requiredLine, requiredMailedLine } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';
import { checkDays } from '../core/day-range.ts';

/** The verbs on a booking. */
export const AppointmentVerb = z.enum([
  'call',
  'cancel',
  'complete',
  'markArrived',
  'markNoShow',
  'recordPayment',
  'reopen',
  'reschedule',
  'start',
  'undoCancel',
  'undoCompletion',
  'uploadPrescription',
  'viewPrescription',
]);
export type AppointmentVerb = z.infer<typeof AppointmentVerb>;

/**
 * The verbs that the caller may use on one booking now, in their order. The server decides; the
 * buttons read it.
 */
export const AppointmentMay = z.array(AppointmentVerb);
export type AppointmentMay = z.infer<typeof AppointmentMay>;

export const Prescription = z.strictObject({
  fileName: z.string(),
  mediaType: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  bytes: z.int(),
  uploadedAt: Instant,
});
export type Prescription = z.infer<typeof Prescription>;

/**
 * A booking: an appointment of a patient (doctor type) or a booking of a customer (turf). Money in
 * paise, date and time in India.
 */
export const Appointment = z.strictObject({
  id: Id,
  reference: z.string(),
  personName: z.string(),
  /** The email; null where only a contact number is known. */
  personEmail: z.string().nullable(),
  personContact: z.string().nullable(),
  /** The patient of this booking; null for callers without the permission to read patients. */
  patientId: z.string().nullable(),
  /** The doctor; null for turf. */
  doctor: z.string().nullable(),
  /** The doctor, court or part that it occupies; null where the doctor's name matches none. */
  resourceId: Id.nullable(),
  resourceName: z.string().nullable(),
  serviceId: Id.nullable(),
  /** Its name when the booking was made or last moved; the fixed text where none was kept. */
  serviceName: z.string(),
  date: LocalDate,
  time: LocalTime,
  /** Minutes; the first service's where none was kept. */
  duration: z.int(),
  /** The end, on the booking's date or the next. */
  endTime: LocalTime,
  /** The price of the service, before `discount`; `amount` is what was taken. */
  price: Paise.nullable(),
  /** The sum of the charges in addition to the price, in paise. */
  charges: Paise,
  /** The part of the price that the business waives, in paise. */
  discount: Paise,
  /** The discount that was given, where a lower price or a day out of its free days left less of it. */
  discountGiven: Paise.optional(),
  /** The part of the price that refunds have let the booking off, in paise. */
  allowed: Paise,
  /** The reason for an overbooking; null for an ordinary booking. */
  overbookedReason: z.string().nullable(),
  seriesId: Id.nullable(),
  status: Status,
  /** Present for a cancelled booking. The name is null once erased; no reason is given by old clients. */
  cancellation: z
    .strictObject({ at: Instant, by: z.string().nullable(), reason: z.string().nullable() })
    .nullable(),
  amount: Paise.nullable(),
  /**
   * The amount still to be taken (`duePaise`), never below 0; null where neither a price nor a charge
   * is known or its status owes nothing.
   */
  due: Paise.nullable(),
  /** Present where the money of its day, or of that of its cancellation fee, is locked. */
  isLocked: z.literal(true).optional(),
  /** The day on which the amount of a cancelled or missed booking was kept: it is a cancellation fee then. */
  keptOn: LocalDate.optional(),
  currency: z.literal('INR'),
  /** The methods of its money, largest first: `UPI`, `UPI + Cash`. */
  paymentMethod: z.string().nullable(),
  paymentId: z.string().nullable(),
  prescription: Prescription.nullable(),
  arrivedAt: Instant.nullable(),
  /** The time at which the person said that they come; left out where they did not, and after a move. */
  comingAt: Instant.optional(),
  /** The latest change of status or time, where its person made it by their link. */
  ownChange: z.enum(['cancelled', 'moved']).optional(),
  /** Present where it was made on the public page. */
  isOnline: z.literal(true).optional(),
  /** The note of its person there. */
  guestNote: z.string().optional(),
  /** The beginning of the consultation or the game. */
  startedAt: Instant.nullable(),
  /** The number of its person in the waiting room, such as `A12`; left out where they got none. */
  token: z.string().optional(),
  /** How often a waiting person was called; left out where they were not. */
  calls: z.int().optional(),
  /** Present for a waiting person who did not answer: nobody waits for them. */
  isSkipped: z.literal(true).optional(),
  /** The minutes after the time at which the person comes, as they said; 0 once they have come. */
  delay: z.int(),
  /** Whether the person came without a booking. */
  walkIn: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  may: AppointmentMay,
  /** The last alone is in a reply of a change. */
  ...PersonInReply.shape,
  /** The latest WhatsApp message of each kind; left out where there is none, and in replies of changes. */
  whatsAppMessages: z.array(WhatsAppMessage).optional(),
});
export type Appointment = z.infer<typeof Appointment>;

/**
 * A booking as a row of the list, with the fields that the row, its menu and its buttons read.
 * Fields without a value are left out. Dialogs that need more read the booking.
 */
export const ListedAppointment = z.strictObject({
  id: Id,
  reference: z.string(),
  personName: z.string(),
  personContact: z.string().optional(),
  /** Left out for callers without the permission to read patients. */
  patientId: z.string().optional(),
  doctor: z.string().optional(),
  /** The court or part, of a turf. */
  resourceId: Id.optional(),
  resourceName: z.string().optional(),
  date: LocalDate,
  time: LocalTime,
  /** Left out where no length was kept. */
  endTime: LocalTime.optional(),
  status: Status,
  arrivedAt: Instant.optional(),
  /** Present for a scheduled booking whose person has not come yet. */
  comingAt: Instant.optional(),
  /** Left out unless the latest change of status or time is the person's own. */
  ownChange: z.enum(['cancelled', 'moved']).optional(),
  /** Present where it was made on the public page. */
  isOnline: z.literal(true).optional(),
  /** Present for a scheduled booking only. */
  startedAt: Instant.optional(),
  /** The minutes after the time at which the person comes; left out where they said none. */
  delay: z.int().optional(),
  price: Paise.optional(),
  /** Left out where there are no charges. */
  charges: Paise.optional(),
  amount: Paise.optional(),
  /** Left out where nothing is waived. */
  discount: Paise.optional(),
  /** Left out where no refund has let the booking off anything. */
  allowed: Paise.optional(),
  due: Paise.optional(),
  /** Present where the money of its day is locked. */
  isLocked: z.literal(true).optional(),
  paymentMethod: z.string().optional(),
  paymentId: z.string().optional(),
  /** Present where a prescription was uploaded. */
  hasPrescription: z.literal(true).optional(),
  overbookedReason: z.string().optional(),
  seriesId: Id.optional(),
  may: AppointmentMay,
});
export type ListedAppointment = z.infer<typeof ListedAppointment>;

export const defaultDoctor = 'Default Doctor';
export const defaultTime = '12:00';

export const PaymentDetails = z.strictObject({
  amount: Paise.nullable(),
  paymentMethod: line(40).nullable(),
  paymentId: line(100).nullable(),
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;

/**
 * The fields of a booking that may be changed at any time: names have typos, and people pay after
 * the visit.
 */
export const Corrections = PaymentDetails.extend(PersonDetails.shape)
  .extend({
    /**
     * The amount that the caller saw. If it has changed, the correction is rejected, so that no
     * payment is counted twice or lost.
     */
    amountBefore: Paise.nullable(),
    /** Whether the drawer may hold less than nothing after a lower amount or another method. */
    belowZero: z.boolean(),
    ...Facts.shape,
    ...HouseholdCorrection.shape,
  })
  .partial();
export type Corrections = z.infer<typeof Corrections>;

export const OverbookedReason = requiredLine(200, 'Please enter a reason');

/** The service, resource and duration of a booking. All may be left out, as older clients do. */
export const Occupation = z.strictObject({
  /** A doctor, a court or a part; by default the doctor of that name, or the first free court. */
  resourceId: Id.nullish(),
  /** The service; the first one by default. */
  serviceId: Id.nullish(),
  /** Minutes; the service's by default. */
  duration: Duration.nullish(),
  /** The reason to book a taken time: for those who may, and audited. */
  overbookedReason: OverbookedReason.nullish(),
});
export type Occupation = z.infer<typeof Occupation>;

/**
 * The date and time of a booking as the caller saw them. If another caller has moved it, the change
 * is rejected with `booking.changed`.
 */
export const Before = z.strictObject({ date: LocalDate, time: LocalTime });

const NewBooking = z.strictObject({
  ...Occupation.shape,
  /**
   * Whether any whole court is meant or any part of one. Without it and without a resource the
   * first free court is taken, and a part only if the service is for parts.
   */
  size: Size.nullish(),
  personName: PersonName,
  /** The email; may be left out where a contact number is given. */
  personEmail: EmailAddress.nullish(),
  personContact: PersonContact.nullish(),
  /** The facts about a patient, rejected for turf; left out they stay as they are known. */
  ...NewFacts.shape,
  date: LocalDate,
  time: LocalTime,
  /** Required for the doctor type unless `resourceId` names one, rejected for turf. */
  doctor: requiredMailedLine(120, 'Please enter a doctor name').nullish(),
  amount: Paise.nullish(),
  paymentMethod: line(40).nullish(),
  paymentId: line(100).nullish(),
  /** Required where the amount is above the price. */
  above: Above.nullish(),
  /**
   * Whether the person is here now without a booking: arrived when created, at the server's date
   * and time instead of the given ones. At a clinic it claims nothing and is never refused as
   * taken. At a turf it lasts until the service's end or the next booking; the reply has its
   * `duration`.
   */
  walkIn: z.boolean().optional(),
});
export const NewAppointment = NewBooking.refine(isReachable, unreachable);
export type NewAppointment = z.infer<typeof NewAppointment>;

export const Counts = z.record(StatusFilter, z.int());
export type Counts = z.infer<typeof Counts>;

/** The sum that bookings up to today owe. At most `mostOwed` of them are counted, the latest. */
export const Owed = z.strictObject({ total: z.int(), bookings: z.int(), hasMore: z.boolean() });
export type Owed = z.infer<typeof Owed>;
export const mostOwed = 1_000;

/** Each status of one doctor's or court's bookings is counted up to this number. */
export const mostCounted = 1_000;

/**
 * A page of the list, the counts of its filters (of the search, over all pages), and the usage of
 * the plan.
 */
export const AppointmentPage = z.strictObject({
  items: z.array(ListedAppointment),
  /** Cursors to the rows after and before this page in list order; null at either end. */
  next: z.string().nullable(),
  previous: z.string().nullable(),
  counts: Counts,
  /**
   * The number up to which each status is counted, where it is limited: a status that has reached
   * it has that many bookings or more.
   */
  countsUpTo: z.int().optional(),
  usage: Usage,
  /** The sum that these bookings owe, if only dues are listed, for any search and status. */
  owed: Owed.optional(),
});
export type AppointmentPage = z.infer<typeof AppointmentPage>;

const Search = line(100);
const params = z.strictObject({ id: Id });

export const listAppointments = endpoint({
  method: 'GET',
  path: '/api/appointments',
  access: 'appointments.read',
  conditional: true,
  summary: 'The bookings in list order, searched and filtered, paged by a cursor.',
  query: checkDays(
    z
      .strictObject({
        search: Search.optional(),
        status: StatusFilter.default('all'),
        /** Only scheduled and completed bookings up to today whose amount is below their price. */
        due: z.literal('yes').optional(),
        /**
         * Only the bookings of this doctor or court: a court's with those of its parts, a part's
         * with those of its whole. The counts are theirs.
         */
        resource: Id.optional(),
        /** The day to start at instead of the top; if no rows follow, the last rows before it. */
        from: LocalDate.optional(),
        /** Only the bookings of these days, both included, and their counts. */
        since: LocalDate.optional(),
        until: LocalDate.optional(),
        /**
         * Only bookings that occupy a doctor or court which is not archived, at some time of
         * `since` to `until`, even if they began the evening before.
         */
        occupies: z.literal('yes').optional(),
        cursor: z.string().max(300).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      })
      .refine(({ occupies, since }) => !occupies || since !== undefined, {
        path: ['since'],
        error: 'Please choose days',
      }),
  ),
  reply: AppointmentPage,
});

export const getAppointment = endpoint({
  method: 'GET',
  path: '/api/appointments/:id',
  access: 'appointments.read',
  conditional: true,
  summary: 'One booking.',
  params,
  reply: Appointment,
});

export const createAppointment = endpoint({
  method: 'POST',
  path: '/api/appointments',
  access: 'appointments.write',
  summary:
    'Create a booking. Rejected if the limit of the plan is reached in the billing cycle ' +
    'of its date, or its time is taken.',
  body: NewAppointment,
  reply: Appointment,
  status: 201,
  idempotent: true,
});

export const correctAppointment = endpoint({
  method: 'PATCH',
  path: '/api/appointments/:id',
  access: 'appointments.write',
  summary:
    'Change payment, amount, person, or the facts about them; on request the number of all with the former one. ' +
    'Omitted fields keep their values.',
  params,
  body: Corrections,
  reply: Appointment,
});

export const rescheduleAppointment = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/schedule',
  access: 'appointments.write',
  summary:
    'Move a scheduled booking to another time, doctor or court, or change how long it ' +
    'lasts; of a completed one, correct its time. The limit of the plan is checked if the ' +
    'billing cycle changes.',
  params,
  body: z.strictObject({
    date: LocalDate,
    time: LocalTime,
    ...Occupation.shape,
    /** The date and time from which the booking is moved; not checked if omitted. */
    before: Before.optional(),
  }),
  reply: Appointment,
});

export const listDoctors = endpoint({
  method: 'GET',
  path: '/api/doctors',
  access: 'appointments.read',
  summary: "The names of the business's doctors, to suggest while booking.",
  reply: z.strictObject({ names: z.array(z.string()) }),
});
