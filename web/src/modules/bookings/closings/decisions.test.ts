import type { TouchedBooking } from '@samay/contract/bookings/closings';
import { expect, it } from 'vitest';
import { buildAppointment } from '../../../../test/builders.ts';
import { buildTouched } from '../../../../test/closings.ts';
import {
  actionsFor,
  type Choices,
  choiceFor,
  chosenForAll,
  decisionsBody,
  defaultChoice,
  isUnfinished,
  pressText,
  sumUp,
} from './decisions.ts';

const proposal = { resourceId: '00000000-0000-4000-8000-0000000000d1', date: '2026-11-23', time: '09:00' };
const touched = (
  booking: Parameters<typeof buildAppointment>[0],
  free: TouchedBooking['proposal'] = proposal,
) => buildTouched('Meera Shah', { booking: buildAppointment(booking), proposal: free });
const movable = touched({ time: '10:00' });
const paid = touched({ amount: 500_00 }, null);
const inside = touched({ startedAt: '2026-11-21T09:00:00.000Z' });
const foreign = touched({ may: [] });
const all = [movable, paid, inside];
const none: Choices = new Map();
const before = ({ booking: { date, time } }: TouchedBooking) => ({ date, time });

it('moves a booking to its proposal, cancels one without, and lets people who are inside stay [P-6.88]', () => {
  expect(all.map((each) => defaultChoice(each).action)).toEqual(['move', 'cancel', 'keep']);
  expect(decisionsBody(all, none, { fate: 'advance' })).toEqual([
    { id: movable.booking.id, before: before(movable), decision: { action: 'move', to: proposal } },
    { id: paid.booking.id, before: before(paid), decision: { action: 'cancel', money: 'advance' } },
    { id: inside.booking.id, before: before(inside), decision: { action: 'keep' } },
  ]);
});

it('offers only what the caller may do with a booking [P-6.88]', () => {
  expect(actionsFor(movable)).toEqual(['move', 'typed', 'cancel', 'keep']);
  expect(actionsFor(paid)).toEqual(['typed', 'cancel', 'keep']);
  expect(actionsFor(foreign)).toEqual(['keep']);
  expect(defaultChoice(foreign)).toEqual({ action: 'keep' });
});

it('chooses for all for which it can be, and forgets a proposal that has gone [P-6.88]', () => {
  expect(sumUp(all, chosenForAll(all, 'cancel', none))).toEqual({
    move: 0,
    cancel: 3,
    keep: 0,
    paise: 500_00,
    paid: 1,
  });
  const moved = chosenForAll(all, 'move', none);
  expect(all.map((each) => choiceFor(each, moved).action)).toEqual(['move', 'cancel', 'move']);
  expect(choiceFor({ ...movable, proposal: null }, moved)).toEqual({ action: 'cancel' });
});

it('gives no money back of a booking without any, and needs a time for a typed move', () => {
  const to = { date: '2026-11-24', time: '', resourceId: null };
  const choices: Choices = new Map([
    [movable.booking.id, { action: 'cancel' }],
    [paid.booking.id, { action: 'typed', to }],
  ]);
  expect(decisionsBody([movable], choices, { fate: 'refund' })[0]?.decision).toEqual({
    action: 'cancel',
    money: 'leave',
  });
  expect(isUnfinished({ action: 'typed', to })).toBe(true);
  expect(isUnfinished({ action: 'typed', to: { ...to, time: '11:00' } })).toBe(false);
  expect(decisionsBody([paid], choices, { fate: 'leave' })[0]?.decision).toEqual({ action: 'move', to });
});

it.each([
  [{ move: 10, cancel: 2, keep: 1 }, 'Close and move 10, cancel 2', 'Move 10, cancel 2'],
  [{ move: 0, cancel: 0, keep: 3 }, 'Close and keep 3', 'Keep 3'],
  [{ move: 0, cancel: 0, keep: 0 }, 'Close', 'Close'],
])('says with the press what it does: %o', (sums, text, closed) => {
  const whole = { ...sums, paise: 0, paid: 0 };
  expect([pressText(whole, false), pressText(whole, true)]).toEqual([text, closed]);
});
