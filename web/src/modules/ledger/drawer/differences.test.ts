import { expect, it } from 'vitest';
import { buildClose } from '../../../../test/drawers.ts';
import { differencesByDay } from './differences.ts';

it('sums what is missing and what is too much apart, by the day in India, without reopened closes [P-9.39]', () => {
  const close = (closedAt: string, difference: number, isReopened = false) =>
    buildClose({
      closedAt,
      difference,
      reopened: isReopened ? { at: closedAt, by: null, reason: 'Wrong count' } : null,
    });
  const days = differencesByDay('2026-11', [
    close('2026-11-21T15:00:00.000Z', -50_00),
    close('2026-11-21T16:00:00.000Z', 50_00),
    close('2026-11-21T17:00:00.000Z', -30_00),
    close('2026-11-21T17:30:00.000Z', -900_00, true),
    // Half past midnight of the 22nd in India.
    close('2026-11-21T19:00:00.000Z', 20_00),
  ]);
  expect(days).toHaveLength(30);
  expect(days.filter(({ missing, tooMuch }) => missing !== 0 || tooMuch !== 0)).toEqual([
    { day: '2026-11-21', missing: -80_00, tooMuch: 50_00 },
    { day: '2026-11-22', missing: 0, tooMuch: 20_00 },
  ]);
});
