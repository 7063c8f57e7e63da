import { expect, it } from 'vitest';
import { countsAsRevenue, mayBecome, Status, StatusFilter, statusName } from './statuses.ts';

const legal = [
  'scheduled → completed',
  'scheduled → cancelled',
  'scheduled → no_show',
  'no_show → cancelled',
  'no_show → scheduled',
  'cancelled → scheduled',
  'completed → scheduled',
];

it('allows seven transitions and no others [P-5.3]', () => {
  const moves = Status.options.flatMap((from) =>
    Status.options.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(moves.toSorted()).toEqual(legal.toSorted());
});

it('is stored once, in one spelling', () => {
  expect(Status.options).toEqual(['scheduled', 'completed', 'cancelled', 'no_show']);
  for (const trick of [
    'Cancelled',
    'CANCELLED',
    'cancelled ',
    'no-show',
    'No-show',
    'paid',
    'Scheduled',
    'canceled',
  ]) {
    expect(Status.safeParse(trick).success).toBe(false);
    expect(StatusFilter.safeParse(trick).success).toBe(false);
  }
});

it('is shown in its agreed word', () => {
  expect(statusName).toEqual({
    scheduled: 'Scheduled',
    completed: 'Completed',
    cancelled: 'Cancelled',
    no_show: 'No-show',
  });
});

it('filters by all or by one', () => {
  expect(StatusFilter.options).toEqual(['all', ...Status.options]);
});

it('counts scheduled and completed bookings as revenue [P-10.7]', () => {
  expect(Status.options.filter((status) => countsAsRevenue({ status, amount: 0 }))).toEqual([
    'scheduled',
    'completed',
  ]);
  expect(Status.options.filter((status) => countsAsRevenue({ status, amount: null }))).toEqual([]);
});
