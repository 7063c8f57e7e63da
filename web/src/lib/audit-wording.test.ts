import { expect, it } from 'vitest';
import { actionName } from './audit-wording.ts';

it('says what was done in the words of the business, and of the program only where nobody found better ones', () => {
  expect(['appointment.cancelled', 'session.started', 'tenant.status_changed'].map((action) => actionName(action))).toEqual([
    'Appointment cancelled',
    'Signed in',
    'Tenant status changed',
  ]);
  expect(actionName('appointment.cancelled', 'turf')).toBe('Booking cancelled');
});
