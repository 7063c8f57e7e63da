import type { BusinessType } from '@samay/contract/core/roles';

/** The words of the list's screen and its dialogs, by business type (specification, sections 2 and 8). */
export interface ScreenWording {
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
  /** The form's own words; the buttons that open it say '+ New Appointment' for both, as specified. */
  readonly newTitle: string;
  readonly create: string;
  readonly settingsPath: string;
  readonly peoplePath: string;
  /** The link to everything else that the person was booked for. */
  readonly allOfPerson: string;
}

export const screenWording: Record<BusinessType, ScreenWording> = {
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
  },
};
