import type { SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import type { BusinessType } from '@samay/contract/core/roles';

export interface StepWording {
  readonly title: string;
  readonly hint: string;
  /** The text of its button. */
  readonly action: string;
  /** The page that completes it; undefined if a dialog does. */
  readonly to?: '/dashboard/employees' | `/${'' | 'turf-'}dashboard/settings${'' | '/business'}` | '/turf-dashboard/users';
  /** The query of that page. */
  readonly search?: typeof invitation;
}

/** The settings that a first booking follows: who or what is booked, and what is offered at which price. */
export interface BookableWording {
  readonly hint: string;
  readonly links: readonly {
    readonly text: string;
    readonly to: '/dashboard/settings/doctors' | '/turf-dashboard/settings/courts' | `/${'' | 'turf-'}dashboard/settings/services`;
  }[];
}

export const bookableWording: Readonly<Record<BusinessType, BookableWording>> = {
  doctor: {
    hint: 'Set who is booked, and for how long:',
    links: [
      { text: 'Doctors and their hours', to: '/dashboard/settings/doctors' },
      { text: 'Services, durations and prices', to: '/dashboard/settings/services' },
    ],
  },
  turf: {
    hint: 'Set what is booked, and at which price:',
    links: [
      { text: 'Courts and halves', to: '/turf-dashboard/settings/courts' },
      { text: 'Services and evening prices', to: '/turf-dashboard/settings/services' },
    ],
  },
};

/** Opens the invitation form of the staff page. */
const invitation = { invite: 'open' } as const;

export const stepWording: Readonly<Record<BusinessType, Readonly<Record<SetupStepName, StepWording>>>> = {
  doctor: {
    business: {
      title: 'Set up your clinic',
      hint: 'Its name, hours and days.',
      action: 'Open Settings',
      to: '/dashboard/settings/business',
    },
    booking: {
      title: 'Create the first appointment',
      hint: 'It appears immediately on every screen of your clinic.',
      action: 'New Appointment',
    },
    staff: {
      title: 'Invite your staff',
      hint: 'Each person signs in with their own email and sees what their role needs.',
      action: 'Invite User',
      to: '/dashboard/employees',
      search: invitation,
    },
    calendar: {
      title: 'Connect Google Calendar',
      hint: 'Appointments appear in it automatically, and are updated when they change.',
      action: 'Open Settings',
      to: '/dashboard/settings',
    },
  },
  turf: {
    business: {
      title: 'Set up your turf',
      hint: 'Its name, hours and days.',
      action: 'Open Settings',
      to: '/turf-dashboard/settings/business',
    },
    booking: { title: 'Create the first booking', hint: 'It appears immediately on every screen of your turf.', action: 'New Booking' },
    staff: {
      title: 'Invite your staff',
      hint: 'Each person signs in with their own email and sees what their role needs.',
      action: 'Invite User',
      to: '/turf-dashboard/users',
      search: invitation,
    },
    calendar: {
      title: 'Connect Google Calendar',
      hint: 'Bookings appear in it automatically, and are updated when they change.',
      action: 'Open Settings',
      to: '/turf-dashboard/settings',
    },
  },
};
