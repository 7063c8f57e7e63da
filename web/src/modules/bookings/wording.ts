import type { Appointment } from '@samay/contract/bookings/appointments';
import type { BusinessType } from '@samay/contract/core/roles';
import { wording, type Wording } from '@samay/contract/core/wording';
import { useSession } from '../../lib/session/session.tsx';

/** The texts of the list and its dialogs by business type. */
export interface AppointmentWording {
  readonly title: string;
  readonly recentTitle: string;
  readonly person: string;
  readonly searchPlaceholder: string;
  readonly empty: string;
  readonly noMatch: string;
  readonly loadFailed: string;
  readonly createFailed: string;
  readonly cancelFailed: string;
  readonly cancelTitle: string;
  readonly cancelQuestion: string;
  readonly detailsTitle: string;
  /**
   * The title of the form, and of the buttons that open it, but above the list: that has '+ New
   * Appointment' for both types.
   */
  readonly newTitle: string;
  readonly create: string;
  readonly settingsPath: string;
  readonly peoplePath: string;
  /** The link to all bookings of the person. */
  readonly allOfPerson: string;
  /** A booking that a person has come for, and several of them. */
  readonly visit: string;
  readonly visits: string;
  /** The dialog that closes hours of a doctor or a court. */
  readonly away: string;
}

const appointmentWording: Record<BusinessType, AppointmentWording> = {
  doctor: {
    title: 'Appointments',
    recentTitle: 'Recent Appointments',
    person: 'Patient',
    searchPlaceholder: 'Search by patient name, doctor, contact, or booking reference',
    empty: 'No appointments found',
    noMatch: 'No matching appointments found',
    loadFailed: 'Failed to load appointments',
    createFailed: 'Failed to create appointment',
    cancelFailed: 'Failed to cancel appointment',
    cancelTitle: 'Cancel appointment',
    cancelQuestion: 'Are you sure you want to cancel this appointment?',
    detailsTitle: 'Appointment Details',
    newTitle: 'New Appointment',
    create: 'Create Appointment',
    settingsPath: '/dashboard/settings',
    peoplePath: '/dashboard/patients',
    allOfPerson: 'All visits',
    visit: 'visit',
    visits: 'visits',
    away: 'Doctor away',
  },
  turf: {
    title: 'Bookings',
    recentTitle: 'Recent Bookings',
    person: 'Customer',
    searchPlaceholder: 'Search by customer name, contact, or booking reference',
    empty: 'No bookings found',
    noMatch: 'No matching bookings found',
    loadFailed: 'Failed to load bookings',
    createFailed: 'Failed to create appointment',
    cancelFailed: 'Failed to cancel appointment',
    cancelTitle: 'Cancel booking',
    cancelQuestion: 'Are you sure you want to cancel this booking?',
    detailsTitle: 'Booking Details',
    newTitle: 'New Booking',
    create: 'Create Booking',
    settingsPath: '/turf-dashboard/settings',
    peoplePath: '/turf-dashboard/customers',
    allOfPerson: 'All bookings',
    visit: 'booking',
    visits: 'bookings',
    away: 'Court closed',
  },
};

/** The name of the facts about a patient, where a screen has them together. */
export const factsLabel = 'Age, sex and guardian';

/** Returns the label of the facts about a person in short: an adult has no guardian to name. */
export const aboutLabel = (about: string) => (about.includes('c/o ') ? factsLabel : 'Age and sex');

/** The text in place of the doctor of a clinic's booking that none has taken. */
export const noDoctorYet = `No ${wording.doctor.resource} yet`;

/** The text of an empty field. */
export const absent = 'N/A';

/**
 * Returns the title of the payment form. It begins with "Correct" once an amount is set, so that
 * one payment is not recorded twice.
 */
export function paymentAction({ amount }: Pick<Appointment, 'amount'>): string {
  return amount === null ? 'Record payment' : 'Correct payment';
}

/**
 * Returns the texts for the type of the signed-in business; those of a clinic if the type is not
 * known.
 */
export function useAppointmentWording(): AppointmentWording &
  Pick<Wording, 'booking' | 'bookings' | 'limitReached'> & { businessType: BusinessType } {
  const businessType = useSession().businessType ?? 'doctor';
  const { booking, bookings, limitReached } = wording[businessType];
  return { ...appointmentWording[businessType], booking, bookings, limitReached, businessType };
}
