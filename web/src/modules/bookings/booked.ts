import type { Appointment, ListedAppointment } from '@samay/contract/bookings/appointments';

/** The fields of a row that its reply leaves out where the booking has not got them. */
const absent = {
  personContact: null,
  patientId: null,
  doctor: null,
  resourceId: null,
  resourceName: null,
  endTime: null,
  arrivedAt: null,
  startedAt: null,
  price: null,
  amount: null,
  due: null,
  paymentMethod: null,
  paymentId: null,
  hasPrescription: false,
  overbookedReason: null,
  seriesId: null,
};
type Absent = typeof absent;

/** A booking as the list has it. */
export type ListedBooking = {
  readonly [Name in keyof ListedAppointment]-?: Name extends keyof Absent
    ? Exclude<ListedAppointment[Name], undefined> | Absent[Name]
    : ListedAppointment[Name];
};

/** A booking with all of its fields, or as the list has it. */
export type Booked = Appointment | ListedBooking;

/** A booking as it has become: all of its fields, or those that are known. */
export type Change = Pick<Appointment, 'id'> & Partial<Appointment>;

/** Fills in what the reply left out of a row. */
export function listedBooking(row: ListedAppointment): ListedBooking {
  // JSON has no undefined.
  return { ...absent, ...row } as ListedBooking;
}

/** A row of the list with what has changed of it. */
export function changedRow(row: ListedBooking, change: Change): ListedBooking {
  const known = Object.entries(change).filter(([name]) => name in row);
  const { prescription } = change;
  return {
    ...row,
    ...Object.fromEntries(known),
    ...(prescription !== undefined && { hasPrescription: prescription !== null }),
  };
}

/** Whether a booking has all of its fields. */
export function isWhole(booking: Booked | Change): booking is Appointment {
  return 'createdAt' in booking;
}
