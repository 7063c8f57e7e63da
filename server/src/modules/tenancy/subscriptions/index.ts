export { assertPlaceLeft, isPlanFull } from './assert-place-left.ts';
export { endUnpaidPlans } from './end-unpaid-plans.ts';
export { findActivePlan, findPlans, markPaidUntil, type PlanRow } from './paid-queries.ts';
export { payForMonth } from './pay-for-month.ts';
export { isWorthPaying } from './policy.ts';
export { planOf } from './show-subscription.ts';
export { switchPlan } from './switch-plan.ts';
export { usageAt } from './usage.ts';
