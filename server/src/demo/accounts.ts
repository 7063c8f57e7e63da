import type { BusinessType, Role } from '@samay/contract/core/roles';
import { clinicHours, turfHours } from './days-and-hours.ts';

/** The password of every demo account; the start prints it (README.md, "Try it"). */
export const demoPassword = 'demo1234';

/** A planned object with the id of its row. */
export type Planned<T> = T & { readonly id: string };

export interface Person {
  readonly email: string;
  readonly name: string;
}

export interface Member extends Person {
  readonly role: Exclude<Role, 'SUPER_ADMIN'>;
}

export interface Business {
  readonly name: string;
  /** The type; null until its owner has set it up. */
  readonly type: BusinessType | null;
  readonly plan: 'basic' | 'premium';
  /** The address of its public page; left out where it has none. */
  readonly slug?: string;
  /** The amount that a visitor of that page pays for each service before it is booked, in paise; they send requests without. */
  readonly deposit?: number;
  readonly hours: {
    readonly slots: readonly { start_time: string; end_time: string }[];
    readonly days: readonly string[];
  };
  /** The members; the first one is its owner. */
  readonly members: readonly [Member, ...Member[]];
}

export const superAdmin: Person = { email: 'admin@samay.example', name: 'Nalini Rao' };

export const cityCare: Business = {
  name: 'City Care Clinic',
  type: 'doctor',
  plan: 'premium',
  slug: 'city-care-clinic',
  hours: clinicHours,
  members: [
    { email: 'owner@citycare.example', name: 'Sudha Ranganathan', role: 'BUSINESS_OWNER' },
    { email: 'doctor@citycare.example', name: 'Dr. Ananya Iyer', role: 'DOCTOR' },
    { email: 'rajesh.deshpande@citycare.example', name: 'Dr. Rajesh Deshpande', role: 'DOCTOR' },
    { email: 'farhan.qureshi@citycare.example', name: 'Dr. Farhan Qureshi', role: 'DOCTOR' },
    { email: 'harpreet.gill@citycare.example', name: 'Dr. Harpreet Kaur Gill', role: 'DOCTOR' },
    { email: 'desk@citycare.example', name: 'Asha Kulkarni', role: 'EMPLOYEE' },
  ],
};

export const greenTurf: Business = {
  name: 'Green Turf Arena',
  type: 'turf',
  plan: 'premium',
  slug: 'green-turf-arena',
  deposit: 20_000,
  hours: turfHours,
  members: [
    { email: 'owner@greenturf.example', name: 'Karthik Shenoy', role: 'BUSINESS_OWNER' },
    { email: 'desk@greenturf.example', name: 'Pooja Bhandari', role: 'EMPLOYEE' },
  ],
};

/** A practice whose plan has one of 25 bookings left (see lotus-dental.ts). */
export const lotusDental: Business = {
  name: 'Lotus Dental',
  type: 'doctor',
  plan: 'basic',
  hours: clinicHours,
  members: [{ email: 'owner@lotusdental.example', name: 'Dr. Meera Krishnan', role: 'BUSINESS_OWNER' }],
};

/** An owner who has signed up, but not been onboarded yet. */
export const newcomer: Business = {
  name: 'Sunrise Physiotherapy',
  type: null,
  plan: 'basic',
  hours: { slots: [], days: [] },
  members: [{ email: 'new@samay.example', name: 'Rekha Chaturvedi', role: 'BUSINESS_OWNER' }],
};
