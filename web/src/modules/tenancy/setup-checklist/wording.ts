import type { SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import type { BusinessType } from '@samay/contract/core/roles';

export interface StepWording {
  readonly title: string;
  readonly hint: string;
  /** The words of its button. */
  readonly action: string;
  /** Where it is done; undefined where a dialog does it. */
  readonly to?: '/dashboard/employees' | '/dashboard/settings' | '/turf-dashboard/users' | '/turf-dashboard/settings';
  /** What the page there begins with. */
  readonly search?: typeof invitation;
}

/** Has the page of the staff open its form. */
const invitation = { invite: 'open' } as const;

export const stepWording: Readonly<Record<BusinessType, Readonly<Record<SetupStepName, StepWording>>>> = {
  doctor: {
    business: { title: 'Set up your clinic', hint: 'Its name, hours and days.', action: 'Open Settings', to: '/dashboard/settings' },
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
    business: { title: 'Set up your turf', hint: 'Its name, hours and days.', action: 'Open Settings', to: '/turf-dashboard/settings' },
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
