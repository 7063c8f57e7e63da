import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { Id, line } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';

/** A request lapses when nobody settles it in time; it may be confirmed later while its time is free. */
export const RequestState = z.enum(['pending', 'lapsed', 'confirmed', 'declined', 'withdrawn']);
export type RequestState = z.infer<typeof RequestState>;

/** The number of a UPI payment at the bank: twelve digits. */
export const Utr = z.string().regex(/^[0-9]{12}$/, 'Please enter the 12 digits of the UTR');

const Named = z.strictObject({ id: Id, name: z.string() });

/** A time that a visitor of the public page asked for. */
export const BookingRequest = z.strictObject({
  id: Id,
  state: RequestState,
  personName: z.string(),
  contact: z.string(),
  note: z.string().nullable(),
  date: LocalDate,
  time: LocalTime,
  /** Minutes. */
  duration: z.int(),
  service: Named,
  resource: Named,
  price: Paise.nullable(),
  askedAt: Instant,
  /** Until when its time is kept. */
  lapsesAt: Instant,
  /** Why it was declined, as the visitor reads it. */
  reason: z.string().nullable(),
  /** The payment that the visitor says to have made by UPI; null where nothing was asked. The desk looks it up at the bank. */
  payment: z
    .strictObject({
      amount: Paise,
      utr: Utr,
      /** Whether this number was sent or noted before with something else. */
      isKnown: z.boolean(),
    })
    .nullable(),
  /** Paise: the payment that the page takes for this service before it is booked; null where this visitor paid, or none is taken. */
  due: Paise.nullable(),
  /** The booking that it became. */
  appointmentId: Id.nullable(),
});
export type BookingRequest = z.infer<typeof BookingRequest>;

/** The days for which requests are listed, and the most of them. */
export const requestDays = 30;
export const mostRequests = 200;

export const Requests = z.strictObject({
  /** Those that wait, by their time; then the others, the latest first. */
  items: z.array(BookingRequest),
});
export type Requests = z.infer<typeof Requests>;

/** The text for the visitor, and their number in the digits of WhatsApp; null for a landline. */
const Told = z.strictObject({ number: z.string().nullable(), text: z.string() });
export type Told = z.infer<typeof Told>;

export const Settled = z.strictObject({ request: BookingRequest, told: Told });
export type Settled = z.infer<typeof Settled>;

const params = z.strictObject({ id: Id });

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/booking-requests',
  access: 'appointments.write',
  summary: `The requests of the public page of the last ${requestDays} days, those that wait first.`,
  reply: Requests,
});

export const countRequests = endpoint({
  method: 'GET',
  path: '/api/booking-requests/count',
  access: 'appointments.write',
  summary: 'How many requests wait, and for owners how many refunds of the page have failed.',
  reply: z.strictObject({ pending: z.int(), failedRefunds: z.int() }),
});

export const confirmRequest = endpoint({
  method: 'POST',
  path: '/api/booking-requests/:id/confirm',
  access: 'appointments.write',
  summary:
    'Make the booking that was asked for, with the payment that came by UPI. It counts in the plan from now on.',
  params,
  body: z
    .strictObject({
      /** The number of the payment that the caller has looked up; left out for a request without one. */
      utr: Utr.nullish(),
      /** Whether it is booked although its time is closed by now, which the caller has read. */
      isKnownClosed: z.boolean().optional(),
    })
    .optional(),
  reply: Settled,
});

export const declineRequest = endpoint({
  method: 'POST',
  path: '/api/booking-requests/:id/decline',
  access: 'appointments.write',
  summary: 'Decline a request, with a reason for the visitor, who is offered other times.',
  params,
  body: z.strictObject({ reason: line(200).nullable() }),
  reply: Settled,
});
