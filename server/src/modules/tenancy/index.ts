export { claimPaidOrder, claimPaidOrdersOf } from './payments/claim-order.ts';
export { keepPayments } from './payments/payment-job.ts';
export { activateInvitation } from './staff/activate.ts';
export { inviteLater } from './staff/invite-later.ts';
export { assertPlaceLeft, isPlanFull } from './subscriptions/assert-place-left.ts';
export { endUnpaidPlans } from './subscriptions/end-unpaid-plans.ts';
export { type PlanRow, findPlans } from './subscriptions/paid-queries.ts';
export { switchPlan } from './subscriptions/switch-plan.ts';
export { usageAt } from './subscriptions/usage.ts';
