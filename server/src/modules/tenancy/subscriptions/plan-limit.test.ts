import { expect, it } from 'vitest';
import { AppError } from '../../../core/app-error.ts';
import { type Places, takePlace } from './plan-limit.ts';
import type { LatestSubscription } from './queries.ts';

const full = new AppError('plan.limit_reached');

/** A plan of three bookings a cycle, which begins on the 15th. */
const places = (booked: Record<string, number>, about: Partial<LatestSubscription> | null = {}): Places => ({
  subscription:
    about === null
      ? undefined
      : {
          plan_id: 'three',
          billing_cycle_start: '2026-01-15',
          is_active: true,
          own_limit: null,
          own_limit_until: null,
          first_days_until: null,
          ...about,
        },
  limit: 3,
  inFirstDays: false,
  booked: new Map(Object.entries(booked)),
});

it('takes the places of a cycle one after the other, by the booking’s own date [P-4.3]', () => {
  const left = places({ '2026-11-14': 3, '2026-11-15': 1, '2026-12-15': 3 });
  takePlace(left, '2026-12-14');
  takePlace(left, '2026-11-15');
  expect(() => takePlace(left, '2026-11-20')).toThrow(full);
  expect(() => takePlace(left, '2026-11-14')).toThrow(full);
});

it('lets a booking keep its place within a cycle, and take one in another', () => {
  const left = places({ '2026-11-20': 3, '2026-12-20': 2 });
  takePlace(left, '2026-12-01', '2026-11-20');
  takePlace(left, '2026-12-31', '2026-11-20');
  expect(() => takePlace(left, '2027-01-02', '2026-11-20')).toThrow(full);
  takePlace(left, '2026-11-21');
});

it('has no place without an active subscription, but within the last one’s cycle', () => {
  expect(() => takePlace(places({}, null), '2026-11-20')).toThrow(full);
  expect(() => takePlace(places({}, { is_active: false }), '2026-11-20')).toThrow(full);
  takePlace(places({ '2026-11-20': 1 }, { is_active: false }), '2026-11-21', '2026-11-20');
});

it('has its own limit in each cycle that begins by its end, and never less than the plan’s [P-4.40]', () => {
  const raised = { own_limit: 4, own_limit_until: '2026-11-15' };
  const left = places({ '2026-11-20': 3, '2026-12-20': 3 }, raised);
  takePlace(left, '2026-12-14');
  expect(() => takePlace(left, '2026-12-14')).toThrow(full);
  expect(() => takePlace(left, '2026-12-15')).toThrow(full);
  takePlace(places({ '2026-11-20': 2 }, { ...raised, own_limit: 2 }), '2026-11-20');
});
