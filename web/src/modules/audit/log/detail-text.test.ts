import { expect, it } from 'vitest';
import { detailText } from './detail-text.ts';

it.each([
  [
    'Amount, payment method, payment reference and contact',
    { was: 'scheduled', changed: ['amount_paise', 'payment_method', 'payment_id', 'person_contact'] },
  ],
  ['UPI id city.care@okicici', { upiId: 'city.care@okicici' }],
  [
    'Name, email and contact',
    { was: 'scheduled', changed: ['person_name', 'person_email', 'person_contact'] },
  ],
  ['Was No-show', { was: 'no_show', changed: ['status'] }],
  ['', { was: 'scheduled', changed: ['arrived_at'] }],
  ['Date and time', { was: 'scheduled', changed: ['appointment_date', 'appointment_time'] }],
  ['Opening hours and operating days', { changed: ['timeSlots', 'operatingDays'] }],
  ['', { displaced: 0 }],
  ['1 older session ended', { displaced: 1 }],
  ['Ended on another device. 3 sessions ended', { because: 'ended_elsewhere', ended: 3 }],
  ['From Basic to Premium', { was: 'basic', becomes: 'premium' }],
  ['From Employee to Doctor', { was: 'EMPLOYEE', role: 'DOCTOR' }],
  ['As Business Owner', { role: 'BUSINESS_OWNER' }],
  [
    'Price a month from ₹999 to ₹1,499.50',
    {
      was: { appointment_limit: 25, monthly_price_paise: 99_900 },
      becomes: { appointment_limit: 25, monthly_price_paise: 149_950 },
    },
  ],
  ['1 Nov 2026 to 30 Nov 2026. 1,20,000 rows', { from: '2026-11-01', to: '2026-11-30', rows: 120_000 }],
  ['Now Basic. The paid month has ended', { to: 'basic', because: 'unpaid' }],
  ['Upgrade. Premium. ₹999', { order: 'f0', kind: 'upgrade', plan: 'premium', amount: 99_900 }],
  [
    'By a search. Reason: Ticket 812: a booking is missing',
    { status: 'all', searched: true, reason: 'Ticket 812: a booking is missing' },
  ],
  ['4 shown', { searched: false, role: null, shown: 4 }],
  ['With a recovery code', { by: 'recovery_code' }],
  ['About revenue', { path: '/api/revenue/transactions', method: 'GET' }],
  ['In place of an earlier one', { file: 'f0', replaced: 'f1' }],
  ['Turned off', { isOn: false, download: false }],
  [
    'Shelf life: 3. New thing: yes. Parts: one left and two',
    { shelfLife: 3, new_thing: true, parts: ['one_left', 'two'] },
  ],
])('%s', (text, detail) => {
  expect(detailText(detail)).toBe(text);
});
