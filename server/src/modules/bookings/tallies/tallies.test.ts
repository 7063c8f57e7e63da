import { expect, it } from 'vitest';
import { type Tallied, tallyChanges } from './tallies.ts';

const booking = ({ payment_method: method, ...about }: About = {}): Tallied => ({
  patient_id: 'meera',
  appointment_date: '2026-11-24',
  status: 'scheduled',
  amount_paise: null,
  revenue_paise: about.amount_paise ?? null,
  kept_on: null,
  paid_by:
    about.amount_paise === undefined || about.amount_paise === null
      ? null
      : { [method ?? '']: about.amount_paise },
  prescription_id: null,
  ...about,
});

type About = Partial<Tallied> & { readonly payment_method?: string };

/** Lists the numbers that change, by row. */
function changed(...changes: readonly (readonly [Tallied | null, Tallied])[]) {
  const { people, days, payments } = tallyChanges(changes.map(([before, after]) => ({ before, after })));
  const numbers = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'number' && value !== 0));
  return Object.fromEntries([
    ...people.map((row) => [row.id, numbers(row)]),
    ...days.map((row) => [row.day, numbers(row)]),
    ...payments.map((row) => [`${row.day} ${row.payment_method}`, numbers(row)]),
  ]);
}

it.each([
  ['made', null, booking(), { meera: { bookings: 1 }, '2026-11-24': { scheduled: 1 } }],
  [
    'made and paid',
    null,
    booking({ amount_paise: 500, payment_method: 'UPI' }),
    {
      meera: { bookings: 1, revenue_paise: 500 },
      '2026-11-24': { scheduled: 1, revenue_bookings: 1, revenue_paise: 500 },
      '2026-11-24 UPI': { bookings: 1, paise: 500 },
    },
  ],
  [
    'made for nothing, which is an amount',
    null,
    booking({ amount_paise: 0 }),
    {
      meera: { bookings: 1 },
      '2026-11-24': { scheduled: 1, revenue_bookings: 1 },
      '2026-11-24 ': { bookings: 1 },
    },
  ],
  [
    'cancelled, whose amount is the revenue of the day on which it was kept',
    booking({ amount_paise: 500 }),
    booking({ amount_paise: 500, status: 'cancelled', kept_on: '2026-11-22' }),
    {
      meera: { cancelled: 1 },
      '2026-11-24': { scheduled: -1, cancelled: 1, revenue_bookings: -1, revenue_paise: -500 },
      '2026-11-24 ': { bookings: -1, paise: -500 },
      '2026-11-22': { fee_paise: 500 },
      '2026-11-22 ': { fee_paise: 500 },
    },
  ],
  [
    'completed',
    booking({ amount_paise: 500 }),
    booking({ amount_paise: 500, status: 'completed' }),
    { meera: { completed: 1 }, '2026-11-24': { scheduled: -1, completed: 1 } },
  ],
  [
    'missed',
    booking(),
    booking({ status: 'no_show' }),
    { meera: { no_shows: 1 }, '2026-11-24': { scheduled: -1, no_show: 1 } },
  ],
  [
    'moved',
    booking({ amount_paise: 500 }),
    booking({ amount_paise: 500, appointment_date: '2026-11-23' }),
    {
      '2026-11-23': { scheduled: 1, revenue_bookings: 1, revenue_paise: 500 },
      '2026-11-24': { scheduled: -1, revenue_bookings: -1, revenue_paise: -500 },
      '2026-11-23 ': { bookings: 1, paise: 500 },
      '2026-11-24 ': { bookings: -1, paise: -500 },
    },
  ],
  [
    'paid otherwise',
    booking({ amount_paise: 500, payment_method: 'UPI' }),
    booking({ amount_paise: 500, payment_method: 'Cash' }),
    { '2026-11-24 Cash': { bookings: 1, paise: 500 }, '2026-11-24 UPI': { bookings: -1, paise: -500 } },
  ],
  [
    'missed, and paid otherwise than before',
    booking({ amount_paise: 500, payment_method: 'UPI', status: 'no_show', kept_on: '2026-11-25' }),
    booking({ amount_paise: 900, payment_method: 'Cash', status: 'no_show', kept_on: '2026-11-25' }),
    {
      meera: { revenue_paise: 400 },
      '2026-11-25': { fee_paise: 400 },
      '2026-11-25 UPI': { fee_paise: -500 },
      '2026-11-25 Cash': { fee_paise: 900 },
    },
  ],
  [
    'given to somebody else',
    booking({ status: 'completed', prescription_id: 'file' }),
    booking({ status: 'completed', prescription_id: 'file', patient_id: 'arjun' }),
    {
      arjun: { bookings: 1, completed: 1, prescriptions: 1 },
      meera: { bookings: -1, completed: -1, prescriptions: -1 },
    },
  ],
  ['given a prescription', booking(), booking({ prescription_id: 'file' }), { meera: { prescriptions: 1 } }],
  ['given another prescription', booking({ prescription_id: 'a' }), booking({ prescription_id: 'b' }), {}],
  [
    'paid by two methods',
    booking({ amount_paise: 500, paid_by: { UPI: 500 } }),
    booking({ amount_paise: 700, paid_by: { UPI: 500, Cash: 200 } }),
    {
      meera: { revenue_paise: 200 },
      '2026-11-24': { revenue_paise: 200 },
      '2026-11-24 Cash': { bookings: 1, paise: 200 },
    },
  ],
  ['arrived', booking(), booking(), {}],
] as const)('of a booking that is %s [I-27, P-9.26]', (_, before, after, expected) => {
  expect(changed([before, after])).toEqual(expected);
});

it('adds up bookings that change together, in the order in which rows are locked [I-27, S-2.12]', () => {
  const [monday, tuesday] = [booking({ appointment_date: '2026-11-23' }), booking()];
  const later = (one: Tallied, date: string) => [one, { ...one, appointment_date: date }] as const;
  expect(changed(later(monday, '2026-11-24'), later(tuesday, '2026-11-25'))).toEqual({
    '2026-11-23': { scheduled: -1 },
    '2026-11-25': { scheduled: 1 },
  });
  const { days, people } = tallyChanges(
    ['2026-11-26', '2026-11-25', '2026-11-26'].map((day, at) => ({
      before: null,
      after: booking({ appointment_date: day, patient_id: `person${3 - at}` }),
    })),
  );
  expect(days.map(({ day, scheduled }) => [day, scheduled])).toEqual([
    ['2026-11-25', 1],
    ['2026-11-26', 2],
  ]);
  expect(people.map(({ id }) => id)).toEqual(['person1', 'person2', 'person3']);
});
