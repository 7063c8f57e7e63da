import type { LocalDate } from '@samay/contract/core/time';
import { sql } from 'kysely';
import type { Statements } from '../../../db/read-in-one-message.ts';
import { statement } from '../../../db/statement.ts';

/** The active subscription of a business, else its latest. */
export interface LatestSubscription {
  readonly plan_id: string;
  readonly billing_cycle_start: LocalDate;
  readonly is_active: boolean;
}

/**
 * Locks the subscription until the transaction ends, so that the places of its plan are taken one
 * after the other. One that was replaced while this waited for it is answered as it is then: not
 * active.
 */
export const lockSubscription = statement<object, LatestSubscription>(
  (_, { tenantId }) => sql<LatestSubscription>`
    select plan_id, billing_cycle_start, status = 'active' as is_active from subscriptions
    where tenant_id = ${tenantId} order by status = 'active' desc, billing_cycle_start desc limit 1
    for no key update`,
);

export interface PlanLimit {
  readonly id: string;
  readonly appointment_limit: number;
}

const selectPlanLimits = statement<object, PlanLimit>(
  () => sql<PlanLimit>`select id, appointment_limit from plans`,
);

export interface DayBookings {
  readonly day: LocalDate;
  readonly bookings: number;
}

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const selectDayBookings = statement<Days, DayBookings>(
  (_, { tenantId, from, to }) => sql<DayBookings>`
    select day, scheduled + completed + cancelled + no_show as bookings from day_tallies
    where tenant_id = ${tenantId} and day >= ${from}::date and day <= ${to}::date`,
);

/** Reads the plans, and how many bookings there are on the days of all cycles of some days. */
export function readPlaces({ from, to }: Days): Statements {
  return { plans: selectPlanLimits({}), days: selectDayBookings({ from, to }) };
}
