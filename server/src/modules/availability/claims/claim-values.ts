import type { ClaimValues } from './claim-queries.ts';
import type { Occupation } from './occupation.ts';

/** What an occupation claims, buffers included. */
export function claimValues(
  { candidates, startsAt, duration, before, after }: Occupation,
  isOver: boolean,
  now: Date,
): ClaimValues {
  const minutes = (count: number) => new Date(startsAt.getTime() + count * 60_000);
  return {
    candidates: JSON.stringify(candidates.map(({ id, price }, index) => ({ place: index, id, price }))),
    claimFrom: minutes(-before),
    claimTo: minutes(duration + after),
    isOver,
    claimedAt: now,
  };
}
