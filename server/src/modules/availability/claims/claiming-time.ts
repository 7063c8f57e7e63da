import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { readInTenant } from '../../../db/tenant.ts';
import { alternativesTo } from '../slots/alternatives.ts';
import type { ClaimAnswer } from './claim-queries.ts';
import { isClaiming, type Occupation } from './occupation.ts';

/** Why a booking may be made over another one; null for one that needs a free time. */
export type Overbooking = { readonly reason: string } | null;

interface Taken {
  readonly occupation: Occupation;
  /** Another transaction was first: another resource may still be free. */
  readonly wasLost: boolean;
  /** Which of the transaction's times it is. */
  readonly number: number;
}

/** A time is taken. The transaction has to be undone: it may have claimed some of the units. */
export class TimeTaken extends Error {
  override readonly name = 'TimeTaken';
  readonly taken: Taken;

  constructor(taken: Taken) {
    super('the time is taken');
    this.taken = taken;
  }
}

/**
 * Checks what a statement answered about its claims. A booking without a candidate claims nothing.
 */
export function assertClaimed(
  occupation: Occupation,
  { place, is_claimed: isClaimed }: ClaimAnswer,
  number = 0,
): void {
  if (isClaiming(occupation) && !isClaimed)
    throw new TimeTaken({ occupation, wasLost: place !== null, number });
}

/** The most times that a booking loses one after the other. */
const mostAttempts = 20;

/**
 * Runs a transaction that claims a time. One that is taken is undone, and then either books over it
 * (with a reason and the permission) or is refused. @throws `slot.taken` with what is free instead,
 * `slot.reason_denied`
 */
export async function claimingTime<T>(
  context: TenantContext,
  { overbookedReason }: { readonly overbookedReason?: string | null | undefined },
  transaction: (overbooking: Overbooking) => Promise<T>,
): Promise<T> {
  return claimingTimes(context, [{ overbookedReason }], (claimOne) => claimOne(0, transaction));
}

/** One of several times of a transaction. */
interface OfSeveral {
  /** Why it may be booked over another booking, if it may. */
  readonly overbookedReason?: string | null | undefined;
  /** The field of the request that it came in, for the refusal. */
  readonly field?: string;
}

/**
 * Claims one of several times by its number: runs what writes it, and runs it again as an
 * overbooking where it was taken and may be booked over.
 */
export type ClaimOne = <T>(number: number, write: (overbooking: Overbooking) => Promise<T>) => Promise<T>;

/**
 * The same for a transaction that claims several times, each by its number: all of them or none.
 * Its refusal is that of the first that is taken. One that was taken before the transaction is
 * booked over within it: fifty-two of them would be as many transactions.
 */
export async function claimingTimes<T>(
  context: TenantContext,
  times: readonly OfSeveral[],
  transaction: (claimOne: ClaimOne) => Promise<T>,
): Promise<T> {
  const overbookings = new Map<number, Overbooking>();
  const claimOne: ClaimOne = async (number, write) => {
    try {
      return await write(overbookings.get(number) ?? null);
    } catch (error) {
      // Where another transaction was first, some units may be claimed: then it has to be undone.
      if (!(error instanceof TimeTaken) || error.taken.wasLost || overbookings.has(number)) throw error;
      const reason = reasonOver(context, times[number]?.overbookedReason);
      if (reason === undefined) throw error;
      overbookings.set(number, { reason });
      return write({ reason });
    }
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(claimOne);
    } catch (error) {
      if (!(error instanceof TimeTaken)) throw error;
      const { occupation, wasLost, number } = error.taken;
      const isAnotherFree = wasLost && occupation.candidates.length > 1;
      if ((isAnotherFree || occupation.isUntilNext) && attempt < mostAttempts) continue;
      if (overbookings.has(number)) throw error;
      overbookings.set(number, await reasonOrRefusal(context, occupation, times[number] ?? {}));
    }
  }
}

/**
 * Why what has the time is booked over, where the caller may; otherwise refuses with what is free
 * instead.
 */
async function reasonOrRefusal(
  context: TenantContext,
  occupation: Occupation,
  { overbookedReason, field }: OfSeveral,
): Promise<Overbooking> {
  const reason = reasonOver(context, overbookedReason);
  if (reason !== undefined) return { reason };
  const { candidates, service, duration, wanted } = occupation;
  const [only, ...more] = candidates;
  const taken = {
    date: wanted.date,
    time: wanted.time,
    resource: more.length === 0 ? only?.id : undefined,
    service: service?.id,
    duration,
    except: wanted.moved?.id,
  };
  const alternatives = await readInTenant(context, async (tx) => alternativesTo(tx, context, taken));
  throw new AppError('slot.taken', { alternatives, field });
}

/** The reason with which the caller books over another booking; undefined where that is refused. */
function reasonOver(context: TenantContext, given: string | null | undefined): string | undefined {
  if (!given) return undefined;
  assertThat(allowed(context, 'appointments.overbook'), 'slot.reason_denied');
  return given;
}
