import { assertThat } from '../../../core/app-error.ts';
import type { NewClaim } from './claim-queries.ts';
import { type Candidate, isClaiming, minutesAfter, type Occupation } from './occupation.ts';
import type { SoughtClaim } from './occupation-queries.ts';

/** The result for a booking: its resource, its claims, and its duration. */
export interface Claimed {
  readonly occupation: Occupation;
  /** Null if nothing is claimed. */
  readonly candidate: Candidate | null;
  readonly claims: readonly NewClaim[];
  /** The reason of an overbooking; null for another booking. */
  readonly overbookedReason: string | null;
  /** The holds on the time that have ended, or are the booker's own. */
  readonly stale: readonly string[];
}

/**
 * A taken time. Outside of its transaction it becomes `slot.taken`, with the free alternatives
 * (refuse-taken.ts).
 */
export class TimeTaken extends Error {
  override readonly name = 'TimeTaken';
  readonly occupation: Occupation;
  /** The field of the request that has the time. */
  readonly field: string | undefined;

  constructor(occupation: Occupation, field?: string) {
    super('the time is taken');
    this.occupation = occupation;
    this.field = field;
  }
}

interface Choice {
  readonly now: Date;
  /** The reason for an overbooking, if needed, and whether the caller may overbook. */
  readonly reason?: string | null | undefined;
  readonly mayOverbook?: boolean;
  /** Whether it begins now and lasts until the next claim at most. */
  readonly isUntilNext?: boolean;
  readonly field?: string | undefined;
  /** The holder whose own holds are in nobody's way. */
  readonly heldBy?: string | undefined;
}

/**
 * Chooses the first resource that is free among the claims of locked units; of parts the first one
 * whose court is taken in part, so that other courts stay free as a whole. With a reason the first
 * one is claimed in addition to the existing claims. @throws TimeTaken if none is free,
 * `slot.reason_denied`
 */
export function chooseUnit(
  wanted: Occupation,
  claims: readonly SoughtClaim[],
  { now, reason, mayOverbook, isUntilNext, field, heldBy }: Choice,
): Claimed {
  if (!isClaiming(wanted))
    return { occupation: wanted, candidate: null, claims: [], overbookedReason: null, stale: [] };
  const isOver = ({ expires_at: end, held_by: holder }: SoughtClaim) =>
    end !== null && (end <= now || holder === heldBy);
  const standing = claims.filter((claim) => !isOver(claim));
  const occupation = (isUntilNext && untilNext(wanted, standing)) || wanted;
  const isLeft = !isUntilNext || occupation !== wanted;
  const free = isLeft ? firstFree(occupation, standing) : undefined;
  const candidate = free ?? (reason ? wanted.candidates[0] : undefined);
  if (!candidate) throw new TimeTaken(wanted, field);
  if (!free) assertThat(mayOverbook, 'slot.reason_denied');
  const got = free ? occupation : wanted;
  const { from, to } = getSpan(got);
  return {
    occupation: got,
    candidate,
    claims: candidate.units.map((unit) => ({
      resource_id: unit,
      starts_at: from,
      ends_at: to,
      overbooked: free === undefined,
    })),
    overbookedReason: free ? null : (reason ?? null),
    stale: claims.filter((claim) => isOver(claim) && isOn(got, candidate, claim)).map(({ id }) => id),
  };
}

function firstFree(occupation: Occupation, standing: readonly SoughtClaim[]): Candidate | undefined {
  const { candidates, wanted } = occupation;
  if (wanted.size !== 'part') return candidates.find((each) => isFree(occupation, each, standing));
  const free = candidates.filter((each) => isFree(occupation, each, standing));
  const taken = new Set(candidates.filter((each) => !free.includes(each)).map(({ wholeId }) => wholeId));
  return free.find(({ wholeId }) => taken.has(wholeId)) ?? free[0];
}

function isFree(occupation: Occupation, candidate: Candidate, standing: readonly SoughtClaim[]): boolean {
  return !standing.some((claim) => isOn(occupation, candidate, claim));
}

function isOn(occupation: Occupation, { units }: Candidate, claim: SoughtClaim): boolean {
  const { from, to } = getSpan(occupation);
  return units.includes(claim.resource_id) && claim.starts_at < to && claim.ends_at > from;
}

/** Returns the time that an occupation claims, buffers included. */
function getSpan({ startsAt, duration, before, after }: Occupation): { from: Date; to: Date } {
  return { from: minutesAfter(startsAt, -before), to: minutesAfter(startsAt, duration + after) };
}

/** Durations are multiples of this, in minutes; one is the shortest useful booking. */
const step = 5;

/**
 * Shortens a booking that begins now: it gets the first court that is free for its whole duration,
 * otherwise the one that is free longest, until the next claim there, without a buffer before it.
 * Returns undefined if less than five minutes are left.
 */
function untilNext(occupation: Occupation, standing: readonly SoughtClaim[]): Occupation | undefined {
  const { candidates, startsAt, duration, after } = occupation;
  let best: { candidate: Candidate; minutes: number } | undefined;
  for (const candidate of candidates) {
    const left = Math.min(duration, minutesLeft(candidate, standing, startsAt) - after);
    if (left > (best?.minutes ?? 0)) best = { candidate, minutes: left };
  }
  const lasts = Math.floor((best?.minutes ?? 0) / step) * step;
  if (!best || lasts < step) return undefined;
  const price = occupation.priceFor(best.candidate.id, lasts);
  return { ...occupation, before: 0, candidates: [{ ...best.candidate, price }], duration: lasts };
}

/** Counts the minutes until the next claim on a resource; none during a claim. */
function minutesLeft({ units }: Candidate, standing: readonly SoughtClaim[], from: Date): number {
  const next = standing
    .filter((claim) => units.includes(claim.resource_id) && claim.ends_at > from)
    .map(({ starts_at: start }) => Math.max(0, (start.getTime() - from.getTime()) / 60_000));
  return Math.floor(Math.min(...next));
}
