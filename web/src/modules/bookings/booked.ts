import type { Appointment, ListedAppointment } from '@samay/contract/bookings/appointments';

/** The fields that a row's reply leaves out if the booking has no value for them. */
const absent = {
  personContact: null,
  patientId: null,
  doctor: null,
  resourceId: null,
  resourceName: null,
  endTime: null,
  arrivedAt: null,
  comingAt: undefined,
  ownChange: undefined,
  isOnline: undefined,
  startedAt: null,
  delay: 0,
  price: null,
  charges: 0,
  discount: 0,
  allowed: 0,
  amount: null,
  due: null,
  isLocked: false,
  paymentMethod: null,
  paymentId: null,
  hasPrescription: false,
  overbookedReason: null,
  seriesId: null,
};
type Absent = typeof absent;

/** A booking as returned by the list. */
export type ListedBooking = {
  readonly [Name in keyof ListedAppointment]-?: Name extends keyof Absent
    ? Exclude<ListedAppointment[Name], undefined> | Absent[Name]
    : ListedAppointment[Name];
};

/** A booking with all of its fields, or as returned by the list. */
export type Booked = Appointment | ListedBooking;

/** The new state of a booking: all of its fields, or those that are known. */
export type Change = Pick<Appointment, 'id'> & Partial<Appointment>;

/** Fills in the fields that the reply left out of a row. */
export function listedBooking(row: ListedAppointment): ListedBooking {
  // JSON has no undefined: omitted fields are filled in.
  return { ...absent, ...row } as ListedBooking;
}

/** Returns a row of the list with a booking's changed fields. */
export function changedRow(row: ListedBooking, change: Change): ListedBooking {
  const known = Object.entries(change).filter(([name]) => name in row);
  const { prescription } = change;
  return {
    ...row,
    ...Object.fromEntries(known),
    ...(prescription !== undefined && { hasPrescription: prescription !== null }),
    // A whole booking leaves these out where there are none.
    ...(isWhole(change) && { comingAt: change.comingAt, ownChange: change.ownChange }),
  };
}

/** The words for a booking that a person has come for, one and several. */
export function isWhole(booking: Booked | Change): booking is Appointment {
  return 'createdAt' in booking;
}
