import { expect, it } from 'vitest';
import { auditNouns } from './audit-log.ts';

it('names the subjects in the words of each business type, with the same keys [P-15.2]', () => {
  const [clinic, turf] = [auditNouns('doctor'), auditNouns('turf')];
  expect(Object.keys(clinic)).toEqual(Object.keys(turf));
  expect([clinic.appointment, clinic.people, clinic.resource, clinic.booking_mails]).toEqual([
    'Appointments',
    'People of appointments',
    'Doctors',
    'Appointment emails',
  ]);
  expect([turf.appointment, turf.people, turf.resource, turf.booking_mails]).toEqual([
    'Bookings',
    'People of bookings',
    'Courts',
    'Booking emails',
  ]);
});
