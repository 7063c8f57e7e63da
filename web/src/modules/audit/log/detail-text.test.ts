import type { AuditLine } from '@samay/contract/audit/audit-log';
import { describe, expect, it } from 'vitest';
import { detailText } from './detail-text.ts';

const line: AuditLine = {
  id: '00000000-0000-4000-8000-000000000001',
  at: '2026-11-21T04:30:00.000Z',
  actor: null,
  action: 'appointment.corrected',
  object: '00000000-0000-4000-8000-000000000002',
  detail: {},
  subject: null,
  names: {},
  reason: null,
};
const ofSunita: AuditLine = {
  ...line,
  subject: { name: 'Sunita Patil' },
  names: { rao: 'Dr. Rao', shah: 'Dr. Shah', consultation: 'Consultation', patil: 'S. Patil' },
};

it.each([
  ['UPI id city.care@okicici', { upiId: 'city.care@okicici' }],
  ['Name and email', { changed: ['name', 'email'] }],
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
  ['10 to move. 2 to cancel. 1 kept', { resource: 'd1', move: 10, cancel: 2, keep: 1 }],
  ['Employees may not', { employees: false }],
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
  expect(detailText({ ...line, detail })).toBe(text);
});

describe('of a booking [P-15.2]', () => {
  const start = { date: '2026-11-27', time: '17:00' };
  const moved = { before: start, after: { date: '2026-11-28', time: '18:00' } };
  it.each<[string, Partial<AuditLine>]>([
    [
      'Sunita Patil: 27 Nov 5:00 pm → 28 Nov 6:00 pm, Dr. Rao → Dr. Shah',
      {
        detail: {
          before: { ...moved.before, resource: 'rao' },
          after: { ...moved.after, resource: 'shah' },
        },
      },
    ],
    [
      'Sunita Patil: 27 Nov 5:00 pm → 6:30 pm. In a series',
      { detail: { before: start, after: { ...start, time: '18:30' }, series: 'f0' } },
    ],
    [
      'Sunita Patil: 27 Nov 2026 5:00 pm → 28 Nov 2026 6:00 pm',
      { at: '2027-01-01T00:00:00Z', detail: moved },
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm: Dr. Rao → another doctor, another service, 30 min → 60 min, price ₹500 → none',
      {
        detail: {
          ...start,
          before: { resource: 'rao', service: 'gone', duration: 30, price: 50_000 },
          after: { resource: 'unknown', service: 'other', duration: 60, price: null },
        },
      },
    ],
    ['Sunita Patil, 27 Nov 5:00 pm: Dr. Shah', makeDetail({ resource: null }, { resource: 'shah' })],
    [
      'Sunita Patil, 27 Nov 5:00 pm: amount ₹200 → ₹0, method Cash → UPI, payment reference changed, contact changed',
      {
        detail: {
          ...start,
          before: { amount: 20_000, method: 'Cash', paymentId: true },
          after: { amount: 0, method: 'UPI', paymentId: true },
          changed: ['contact'],
        },
      },
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm: amount ₹200, method Cash, payment reference noted',
      makeDetail(
        { amount: null, method: null, paymentId: false },
        { amount: 20_000, method: 'Cash', paymentId: true },
      ),
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm: amount ₹200 → none, payment reference removed',
      makeDetail({ amount: 20_000, paymentId: true }, { amount: null, paymentId: false }),
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm: name and email changed',
      { detail: { ...start, changed: ['name', 'email'] } },
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm: Scheduled → Cancelled. In a series',
      { detail: { ...makeDetail({ status: 'scheduled' }, { status: 'cancelled' }).detail, series: 'f0' } },
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm: No-show → Scheduled',
      makeDetail({ status: 'no_show' }, { status: 'scheduled' }),
    ],
    ['Sunita Patil, 27 Nov 5:00 pm', { detail: start }],
    [
      'Sunita Patil: 27 Nov 5:00 pm, Dr. Rao, Consultation, 30 min, price ₹500, ₹200 Cash. In a series',
      {
        detail: {
          after: {
            ...start,
            resource: 'rao',
            service: 'consultation',
            duration: 30,
            price: 50_000,
            amount: 20_000,
            method: 'Cash',
          },
          series: 'f0',
        },
      },
    ],
    [
      'Sunita Patil: 27 Nov 5:00 pm, age and guardian changed. In a series',
      { detail: { after: start, changed: ['born', 'guardian'], series: 'f0' } },
    ],
    [
      'Sunita Patil: 27 Nov 5:00 pm, Cash, payment reference noted. Walk-in',
      { detail: { after: { ...start, method: 'Cash', paymentId: true }, walkIn: true } },
    ],
    [
      'Sunita Patil: 27 Nov 5:00 pm. Booked over another one. Reason: Her son has a fever',
      { detail: { after: start, overbooked: true }, reason: 'Her son has a fever' },
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm: ₹200 Cash, amount ₹300 → ₹500',
      {
        action: 'money.taken',
        detail: {
          ...makeDetail({ amount: 30_000 }, { amount: 50_000 }).detail,
          paise: 20_000,
          method: 'Cash',
          payment: 'f0',
        },
      },
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm: ₹100, discount ₹100. Reason: A neighbour',
      {
        action: 'money.discounted',
        detail: {
          ...makeDetail({ discount: null }, { discount: 10_000 }).detail,
          paise: 10_000,
          discount: 'f0',
        },
        reason: 'A neighbour',
      },
    ],
    [
      'Sunita Patil, 27 Nov 5:00 pm. In place of an earlier one',
      { action: 'prescription.uploaded', detail: { ...start, file: 'f0', replaced: 'f1' } },
    ],
    [
      'Sunita Patil. As a download',
      { action: 'prescription.opened', detail: { booking: 'f0', download: true } },
    ],
    ['Erased person: 27 Nov 5:00 pm → 28 Nov 6:00 pm', { subject: { name: null }, detail: moved }],
    [
      '27 Nov 5:00 pm → 28 Nov 6:00 pm, another doctor',
      {
        subject: null,
        names: {},
        detail: {
          before: { ...moved.before, resource: 'rao' },
          after: { ...moved.after, resource: 'shah' },
        },
      },
    ],
    ['', { subject: null, detail: {} }],
  ])('%s', (text, about) => {
    expect(detailText({ ...ofSunita, ...about })).toBe(text);
  });

  it('names a court at a ground', () => {
    const detail = makeDetail({ resource: 'rao' }, { resource: 'shah' });
    expect(detailText({ ...line, ...detail }, 'turf')).toBe('27 Nov 5:00 pm: another court');
  });

  function makeDetail(before: object, after: object) {
    return { detail: { ...start, before, after } };
  }
});

describe('of people', () => {
  it.each<[string, Partial<AuditLine>]>([
    [
      'Sunita Patil: name and contact changed. 2 appointments',
      {
        action: 'people.corrected',
        detail: { changed: ['name', 'contact'], bookings: 2 },
      },
    ],
    ['S. Patil into Sunita Patil', { action: 'people.merged', detail: { other: 'patil' } }],
    ['S. Patil and Sunita Patil', { action: 'people.merge_undone', detail: { other: 'patil' } }],
    ['Erased person into Sunita Patil', { action: 'people.merged', detail: { other: 'gone' } }],
    [
      'S. Patil into Erased person',
      {
        action: 'people.merged',
        subject: { name: null },
        detail: { other: 'patil' },
      },
    ],
    ['', { action: 'people.merged', subject: null, names: {}, detail: { other: 'patil' } }],
  ])('%s', (text, about) => {
    expect(detailText({ ...ofSunita, ...about })).toBe(text);
  });
});
