import type { createSeries, Occurrence } from '@samay/contract/bookings/series';
import type { BodyInput } from '@samay/contract/core/endpoint';
import type { Slot } from '@samay/contract/core/alternatives';

/**
 * A user's decision about a date; without one a date is booked if it is free or closed, and skipped
 * if it is taken or full.
 */
export type Decision =
  | { readonly is: 'skipped' }
  | { readonly is: 'booked' }
  | { readonly is: 'at another time'; readonly slot: Slot }
  | { readonly is: 'over another'; readonly reason: string };

/** The decisions by date. */
export type Decisions = Readonly<Record<string, Decision>>;

type Chosen = BodyInput<typeof createSeries>['occurrences'][number];

export function findDecision({ date, state }: Occurrence, decisions: Decisions): Decision {
  return decisions[date] ?? { is: state === 'taken' || state === 'full' ? 'skipped' : 'booked' };
}

/** Returns the occurrences to be booked, in the form of the request. */
export function listChosen(occurrences: readonly Occurrence[], decisions: Decisions): Chosen[] {
  return occurrences.flatMap((occurrence): Chosen[] => {
    const { date, time } = occurrence;
    const decision = findDecision(occurrence, decisions);
    if (decision.is === 'skipped') return [];
    if (decision.is === 'at another time') return [decision.slot];
    return [{ date, time, ...(decision.is === 'over another' && { overbookedReason: decision.reason }) }];
  });
}
