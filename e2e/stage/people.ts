/** The people of the demo whom the journeys follow; all have the same password. */
export const people = {
  owner: 'owner@citycare.example',
  doctor: 'doctor@citycare.example',
  desk: 'desk@citycare.example',
  turfOwner: 'owner@greenturf.example',
  turfDesk: 'desk@greenturf.example',
  lotusOwner: 'owner@lotusdental.example',
  newcomer: 'new@samay.example',
  admin: 'admin@samay.example',
  /** A doctor whom only the journeys about signing in use: ten sessions a person, and theirs come and go. */
  otherDoctor: 'farhan.qureshi@citycare.example',
  /** Whose role the journeys of the staff change, and whom they remove, each on a server of their own. */
  changingDoctor: 'harpreet.gill@citycare.example',
} as const;

export type Person = keyof typeof people;
export const password = 'demo1234';

/** Where each of them lands after signing in. */
export const homes: Readonly<Record<Person, string>> = {
  owner: '/dashboard',
  doctor: '/dashboard',
  desk: '/dashboard',
  otherDoctor: '/dashboard',
  changingDoctor: '/dashboard',
  lotusOwner: '/dashboard',
  admin: '/dashboard',
  turfOwner: '/turf-dashboard',
  turfDesk: '/turf-dashboard/employee',
  newcomer: '/onboarding',
};
