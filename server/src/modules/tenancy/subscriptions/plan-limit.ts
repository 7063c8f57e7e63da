import { addDays, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { type Cycle, cycleAt, firstDaysPlan } from '@samay/contract/tenancy/plans';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { Statements } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import { Overtaken, type TenantId, type Tx } from '../../../db/tenant.ts';
import {
  type DayBookings,
  type LatestSubscription,
  lockSubscription,
  type PlanLimit,
  readPlaces,
} from './queries.ts';
import { readActivePlan } from './plan-queries.ts';

/** The places of the plan while its subscription is locked. */
export interface Places {
  readonly subscription: LatestSubscription | undefined;
  /** The plan's limit; in the first days of the business no less than theirs. */
  readonly limit: number;
  /** Whether the business has its first days: what is booked in them takes no place afterwards. */
  readonly inFirstDays: boolean;
  /** Bookings by day. */
  readonly booked: Map<LocalDate, number>;
}

/** Days of a billing cycle. */
const longestCycle = 31;

/** Locks the plan of the business and reads its places on some days; the first locks of a verb. */
export function lockPlaces(dates: readonly LocalDate[]): Statements {
  return { subscription: lockSubscription({}), ...readPlacesOn(dates) };
}

/** Reads the places of the plan on some days, under its lock. */
export function readPlacesOn(dates: readonly LocalDate[]): Statements {
  const sorted = dates.toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  return readPlaces({ from: addDays(first, -longestCycle), to: addDays(last, longestCycle) });
}

/**
 * Returns the places from the rows of `lockPlaces`. @throws Overtaken if the plan was changed in
 * the meantime
 */
export async function makePlaces(
  tx: Tx,
  work: { readonly tenantId: TenantId; readonly now: Date },
  rows: Readonly<Record<string, unknown>>,
): Promise<Places> {
  const [subscription] = rows['subscription'] as LatestSubscription[];
  if (subscription && !subscription.is_active) {
    // Read without a lock: this transaction may hold locks that follow the subscription's.
    const [replacement] = await run(tx, work, readActivePlan({}));
    if (replacement) throw new Overtaken();
  }
  const plans = rows['plans'] as PlanLimit[];
  const limitOf = (planId: string | undefined) =>
    plans.find(({ id }) => id === planId)?.appointment_limit ?? 0;
  const until = subscription?.first_days_until ?? null;
  const inFirstDays = until !== null && indiaDate(work.now) <= until;
  const booked = new Map(
    (rows['days'] as DayBookings[]).map((of) => [of.day, of.bookings + (inFirstDays ? of.first_days : 0)]),
  );
  const limit = Math.max(limitOf(subscription?.plan_id), inFirstDays ? limitOf(firstDaysPlan) : 0);
  return { subscription, limit, inFirstDays, booked };
}

/** Returns whether a booking takes a place of the limit: one of the first days only while these last. */
export function takesPlace(
  { inFirstDays }: Places,
  booking: { readonly counts_in_plan: boolean; readonly source: string },
): boolean {
  return booking.counts_in_plan || (inFirstDays && booking.source !== 'imported');
}

/**
 * Counts a booking that is new or comes from another day in the billing cycle of its date; the
 * tally of its day, which is written with it, stores the count. Within one cycle a booking keeps
 * its place. @throws `plan.limit_reached`, also where no subscription is active
 */
export function takePlace({ subscription, limit, booked }: Places, to: LocalDate, from?: LocalDate): void {
  const latest = orNotFound(subscription, 'plan.limit_reached');
  const cycle = cycleAt(latest.billing_cycle_start, to);
  const isWithin = (day: LocalDate | undefined) => day !== undefined && cycle.start <= day && day < cycle.end;
  if (!isWithin(from)) {
    let used = 0;
    for (const [day, bookings] of booked) if (isWithin(day)) used += bookings;
    assertThat(latest.is_active && used < limitIn(cycle, latest, limit), 'plan.limit_reached');
  }
  booked.set(to, (booked.get(to) ?? 0) + 1);
  if (from !== undefined) booked.set(from, (booked.get(from) ?? 0) - 1);
}

/** Returns the limit of a cycle: the business's own where it has a larger one, else the plan's. */
function limitIn(
  { start }: Cycle,
  { own_limit: own, own_limit_until: until }: LatestSubscription,
  limit: number,
) {
  return own !== null && until !== null && start <= until ? Math.max(own, limit) : limit;
}
