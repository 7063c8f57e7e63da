import { run } from '../../../db/run-statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { TimeTaken } from './claiming-time.ts';
import { selectNextClaims } from './next-claim-queries.ts';
import type { Occupation } from './occupation.ts';

/** Durations are multiples of this, in minutes; one is the least that is worth taking. */
const step = 5;

/**
 * What a booking occupies that begins now: the first court that is free for as long as it wants,
 * else the one that is free longest, until the next claim there. No buffer before it: whoever was
 * there has left. The next statement claims it, and where another was quicker it is found out anew.
 *
 * @throws TimeTaken where nothing of at least five minutes is left
 */
export async function untilNext(
  tx: Tx,
  work: { readonly tenantId: TenantId; readonly now: Date },
  occupation: Occupation,
): Promise<Occupation> {
  const now = { ...occupation, before: 0 };
  const { candidates, startsAt, duration, after } = now;
  const to = new Date(startsAt.getTime() + (duration + after) * 60_000);
  const ids = JSON.stringify(candidates.map(({ id }, place) => ({ place, id })));
  const rows = await run(tx, work, selectNextClaims({ candidates: ids, from: startsAt, to, now: work.now }));
  const minutes = new Map(rows.map(({ place, next }) => [place, minutesUntil(next, startsAt) - after]));
  let best = { place: 0, minutes: 0 };
  for (const place of candidates.keys()) {
    const left = Math.min(duration, minutes.get(place) ?? duration);
    if (left > best.minutes) best = { place, minutes: left };
  }
  const lasts = Math.floor(best.minutes / step) * step;
  const chosen = candidates[best.place];
  if (!chosen || lasts < step) throw new TimeTaken({ occupation: now, wasLost: false, number: 0 });
  return { ...now, candidates: [chosen], duration: lasts, isUntilNext: true };
}

function minutesUntil(next: Date, from: Date): number {
  return Math.floor((next.getTime() - from.getTime()) / 60_000);
}
