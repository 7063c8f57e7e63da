import { expect, it } from 'vitest';
import { actionName } from './audit-wording.ts';

it('describes every action in the wording of the business type, and by its name only without a text [P-15.2]', () => {
  expect(
    ['appointment.cancelled', 'session.started', 'tenant.status_changed'].map((action) => actionName(action)),
  ).toEqual(['Appointment cancelled', 'Signed in', 'Tenant status changed']);
  expect(actionName('appointment.cancelled', 'turf')).toBe('Booking cancelled');
  expect(
    (['doctor', 'turf'] as const).map((type) => actionName('platform.appointments_viewed', type)),
  ).toEqual(['The platform viewed the appointments', 'The platform viewed the bookings']);
});
