import type { Role } from '@samay/contract/core/roles';
import { AppError } from '../../../core/app-error.ts';
import type { PlanRow } from '../subscriptions/plan-queries.ts';

const minuteMs = 60_000;

/** Age at which an open order is asked about at the provider (reliability.md 5.5). */
export const askAfterMs = 10 * minuteMs;

/**
 * Age at which it is asked about for the last time and expires; a later payment still counts by
 * webhook.
 */
export const expiresAfterMs = 24 * 60 * minuteMs;

/** Days that processed events are kept, to answer what the provider reported when. */
export const eventDays = 180;

/**
 * Why the order of a captured payment could not be fulfilled; a super admin decides what happens
 * with it.
 */
export type UnclaimedReason =
  | 'member_elsewhere'
  | 'platform_admin'
  | 'account_deleted'
  | 'plan_not_larger'
  | 'tenant_deleted';

/** Why a captured payment matches no open order. */
export type UnplacedReason = 'second_payment' | 'other_amount' | 'unknown_order';

/** The plan with this id. @throws `request.invalid` if it does not exist or is free. */
export function paidPlan(plans: readonly PlanRow[], planId: string): PlanRow {
  const plan = plans.find(({ id, price }) => id === planId && price > 0);
  if (!plan)
    throw new AppError('request.invalid', { fields: { plan: 'Please choose one of the paid plans' } });
  return plan;
}

export function ownsBusiness(role: Role | null): boolean {
  return role === 'BUSINESS_OWNER' || role === 'BUSINESS_ADMIN';
}
