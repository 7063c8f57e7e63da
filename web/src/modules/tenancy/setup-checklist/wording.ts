import type { BusinessType } from '@samay/contract/core/roles';
import type { SetupStepName } from '@samay/contract/tenancy/setup-checklist';

export interface StepWording {
  readonly title: string;
  readonly hint: string;
}

/** A question with a row for each answer. */
export interface RowsWording extends StepWording {
  /** The label of a row. */
  readonly label: string;
  /** The text of the button that adds a row. */
  readonly add: string;
}

export interface ResourcesWording extends RowsWording {
  readonly placeholder: string;
}

export interface PriceWording extends StepWording {
  /** The label of the amount. */
  readonly label: string;
}

/** A step that another form or page does. */
export interface NextWording extends StepWording {
  readonly action: string;
  /** The page that completes the step; undefined if the form on home does. */
  readonly to?: `/${'' | 'turf-'}dashboard/settings${'' | '/import' | '/online'}`;
}

interface SetupWording extends Record<SetupStepName, StepWording> {
  readonly resources: ResourcesWording;
  readonly price: PriceWording;
  readonly staff: RowsWording;
  readonly people: NextWording;
  readonly booking: NextWording;
  readonly online: NextWording;
  readonly calendar: NextWording;
}

/**
 * The settings that a first booking depends on: the resources, and the services with their prices.
 */
interface BookableWording {
  readonly links: readonly {
    readonly text: string;
    readonly to:
      | '/dashboard/settings/doctors'
      | '/turf-dashboard/settings/courts'
      | `/${'' | 'turf-'}dashboard/settings/services`;
  }[];
}

export const bookableWording: Readonly<Record<BusinessType, BookableWording>> = {
  doctor: {
    links: [
      { text: 'Doctors and their hours', to: '/dashboard/settings/doctors' },
      { text: 'Services, durations and prices', to: '/dashboard/settings/services' },
    ],
  },
  turf: {
    links: [
      { text: 'Courts and halves', to: '/turf-dashboard/settings/courts' },
      { text: 'Services and evening prices', to: '/turf-dashboard/settings/services' },
    ],
  },
};

const name: StepWording = { title: 'What is your name?', hint: 'Your staff see it beside what you do.' };

const staff: RowsWording = {
  title: 'Who works with you?',
  hint: 'Each person signs in with their own email and sees what their role needs.',
  label: 'Email',
  add: 'Another person',
};

export const setupWording: Readonly<Record<BusinessType, SetupWording>> = {
  doctor: {
    name,
    resources: {
      title: 'Who sees patients?',
      hint: 'Each doctor gets a queue and a column in the schedule.',
      label: 'Doctor',
      placeholder: 'Dr. Asha Kulkarni',
      add: 'Another doctor',
    },
    price: {
      title: 'What do you charge?',
      hint: 'The fee of a visit. It is proposed when you take the money.',
      label: 'Fee per visit',
    },
    staff,
    people: {
      title: 'Bring your patients',
      hint: 'Choose the file of your patients or appointments, from Excel or another product. You can take it back for seven days.',
      action: 'Choose a file',
      to: '/dashboard/settings/import',
    },
    booking: {
      title: 'Create the first appointment',
      hint:
        'Enter a phone number and a name below, and press Book. ' +
        'It appears immediately on every screen of your clinic.',
      action: 'Start with the number',
    },
    online: {
      title: 'Let people book online',
      hint: 'A page with your free times, under a link that you send or print. You confirm each appointment, or it is confirmed immediately.',
      action: 'Open the public page',
      to: '/dashboard/settings/online',
    },
    calendar: {
      title: 'Connect Google Calendar',
      hint: 'Appointments appear in it automatically, and are updated when they change.',
      action: 'Open Settings',
      to: '/dashboard/settings',
    },
  },
  turf: {
    name,
    resources: {
      title: 'What do customers book?',
      hint: 'Each ground, court or net is booked separately.',
      label: 'Court',
      placeholder: 'Court 2',
      add: 'Another court',
    },
    price: {
      title: 'What do you charge?',
      hint: 'The price of an hour. Each booking shows what its time costs.',
      label: 'Price per hour',
    },
    staff,
    people: {
      title: 'Bring your customers',
      hint: 'Choose the file of your customers or bookings, from Excel or another product. You can take it back for seven days.',
      action: 'Choose a file',
      to: '/turf-dashboard/settings/import',
    },
    booking: {
      title: 'Create the first booking',
      hint:
        'Enter a phone number and a name below, choose a time, and press Book. ' +
        'It appears immediately on every screen of your turf.',
      action: 'Start with the number',
    },
    online: {
      title: 'Let people book online',
      hint: 'A page with your free times, under a link that you send or print. You confirm each booking, or it is confirmed immediately.',
      action: 'Open the public page',
      to: '/turf-dashboard/settings/online',
    },
    calendar: {
      title: 'Connect Google Calendar',
      hint: 'Bookings appear in it automatically, and are updated when they change.',
      action: 'Open Settings',
      to: '/turf-dashboard/settings',
    },
  },
};
