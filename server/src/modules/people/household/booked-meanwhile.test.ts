import { expect, it } from 'vitest';
import { Overtaken } from '../../../db/tenant.ts';
import { BookedMeanwhile, untilAllLocked } from './booked-meanwhile.ts';

it.each([
  [9, 'corrected'],
  [10, Overtaken],
])('is corrected where bookings came during %s attempts, or refused [S-2.5]', async (failing, ends) => {
  let runs = 0;
  const corrected = untilAllLocked(async () => {
    runs += 1;
    // Ends a run without a bound.
    if (runs > 20) throw new Error('run too often');
    if (runs <= failing) throw new BookedMeanwhile();
    return 'corrected';
  });
  if (ends === Overtaken) await expect(corrected).rejects.toThrow(Overtaken);
  else await expect(corrected).resolves.toBe(ends);
  expect(runs).toBe(10);
});
