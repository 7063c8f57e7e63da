import type { ClosingBooking } from '@samay/contract/bookings/closings';
import { expect, it } from 'vitest';
import { buildAppointment } from '../../../../test/builders.ts';
import { tellText, whatsAppAddress } from './tell-text.ts';

const booking = buildAppointment({ personName: 'Meenakshi Iyer', doctor: 'Dr. Rao' });
const moved: ClosingBooking = {
  bookingId: booking.id,
  booking,
  from: { date: '2026-11-21', time: '14:30', resourceId: null },
  action: 'move',
  to: { date: '2026-11-23', time: '09:00', resourceId: null },
  state: 'done',
  refusal: null,
};
const of = { business: 'City Care Clinic', booking: 'appointment', reason: 'Doctor ill' };

it('tells a person the new time, or that their booking is cancelled, and nothing that is not done [P-6.90]', () => {
  expect(tellText(moved, of)).toBe(
    'Hello Meenakshi Iyer, your appointment at City Care Clinic on Sat, 21 Nov, 2:30 pm has moved to ' +
      'Mon, 23 Nov, 9:00 am with Dr. Rao (Doctor ill). We are sorry. Please tell us if it does not suit you.',
  );
  expect(tellText({ ...moved, action: 'cancel', to: null }, of)).toBe(
    'Hello Meenakshi Iyer, your appointment at City Care Clinic on Sat, 21 Nov, 2:30 pm had to be ' +
      'cancelled (Doctor ill). We are sorry.',
  );
  for (const state of ['waiting', 'refused', 'undone'] as const)
    expect(tellText({ ...moved, state }, of)).toBeUndefined();
  expect(tellText({ ...moved, action: 'keep', to: null }, of)).toBeUndefined();
  expect(tellText({ ...moved, booking: null }, of)).toBeUndefined();
});

it.each([
  ['98450 12345 (wife)', 'https://wa.me/919845012345?text=a%20%26%20b'],
  ['+44 20 7946 0958', 'https://wa.me/442079460958?text=a%20%26%20b'],
  ['022 2345 6789', undefined],
  ['at the desk', undefined],
])('writes to the mobile number of %s [P-6.90]', (contact, address) => {
  expect(whatsAppAddress(contact, 'a & b')).toBe(address);
});
