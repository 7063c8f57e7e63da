import type { Appointment } from '@samay/contract/bookings/appointments';
import { expect, it } from 'vitest';
import { buildAppointment } from '../../../../test/builders.ts';
import { detailFields } from './detail-fields.ts';

const bare = buildAppointment({ personContact: null, reference: 'booking_1' });

it("lists a clinic's fields in their order, N/A where one is absent [P-5.13, P-5.51]", () => {
  const { before, after } = detailFields({ ...bare, personName: 'Meenakshi Iyer' }, 'doctor');
  expect(before.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Booking Reference: booking_1',
    'Patient Name: Meenakshi Iyer',
    'Doctor: Dr. Kavita Rao',
    'Contact: N/A',
    'Email: meenakshi@example.in',
    'Date: 21 Nov 2026',
    'Time: 2:30 pm IST',
    'Status: Scheduled',
    'Payment Amount: N/A',
    'Payment Method: N/A',
    'Payment ID: N/A',
    'Service: General Consultation',
    'Ends: 3:00 pm IST, after 30 min',
  ]);
  expect(after.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Created At: 20 Nov 2026, 10:00 am',
    'Last Updated: 20 Nov 2026, 10:00 am',
  ]);
});

it("lists a turf's fields in its own order, without a doctor [P-5.51]", () => {
  const { before } = detailFields({ ...bare, doctor: null, amount: 1_200_00 }, 'turf');
  expect(before.map(({ label }) => label)).toEqual([
    'Booking Reference',
    'Customer Name',
    'Email',
    'Contact',
    'Date & Time',
    'Status',
    'Payment Amount',
    'Payment Method',
    'Payment ID',
    'Service',
    'Ends',
  ]);
  expect(before).toContainEqual({ label: 'Date & Time', text: '21 Nov 2026, 2:30 pm IST' });
  expect(before).toContainEqual({ label: 'Payment Amount', text: '₹1,200' });
});

it('says which court it occupies, what is due of the price, and why it was booked over another [P-5.52]', () => {
  const half = {
    ...bare,
    doctor: null,
    resourceName: 'Half A',
    price: 1_200_00,
    overbookedReason: 'League final',
  };
  const texts = (amount: number | null) =>
    detailFields({ ...half, amount }, 'turf')
      .before.slice(-3)
      .map(({ label, text }) => `${label}: ${text}`);
  expect(texts(500_00)).toEqual([
    'Court: Half A',
    'Price: ₹1,200, ₹700 due',
    'Booked over another: League final',
  ]);
  expect(texts(null)[1]).toBe('Price: ₹1,200, ₹1,200 due');
  expect(texts(1_200_00)[1]).toBe('Price: ₹1,200');
  expect(texts(1_500_00)[1]).toBe('Price: ₹1,200, ₹300 paid in advance');
});

it('takes a discount from what is due, and names it and what the price left of it [P-9.112, P-9.114]', () => {
  const texts = (with_: Partial<Appointment>) =>
    detailFields({ ...bare, price: 1_200_00, amount: 500_00, ...with_ }, 'doctor')
      .before.slice(-2)
      .map(({ label, text }) => `${label}: ${text}`);
  expect(texts({ discount: 200_00 })).toEqual(['Price: ₹1,200, ₹500 due', 'Discount: ₹200']);
  expect(texts({ discount: 1_200_00, amount: null })).toEqual(['Price: ₹1,200', 'Discount: No charge']);
  expect(texts({ price: 500_00, discount: 500_00, discountGiven: 700_00, amount: null })).toEqual([
    'Price: ₹500',
    'Discount: ₹500 of ₹700, lowered with the price',
  ]);
  expect(texts({ price: 500_00, discountGiven: 500_00, amount: null })).toEqual([
    'Price: ₹500, ₹500 due',
    'Discount: None, outside its free days',
  ]);
  expect(texts({ discount: 200_00, status: 'cancelled' })[0]).toBe('Price: ₹1,200');
});
