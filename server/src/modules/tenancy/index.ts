/**
 * Owns businesses, their staff and invitations, plans and payments, and the setup of a business.
 * Never writes a booking, its times or its people. Begin reading at businesses/create-tenant.ts.
 */
import type { Admission } from '../identity/index.ts';
import { openFreeTenant } from './businesses/create-tenant.ts';
import { claimPaidOrder, claimPaidOrders } from './payments/claim-order.ts';
import { activateInvitation } from './staff/activate.ts';

/** Lets a person with a proven address join a business; app.ts passes it to identity. */
export const admission: Admission = {
  activateInvitation,
  claimPaidOrder,
  claimPaidOrdersOf: claimPaidOrders,
  openFreeTenant,
};

export { createTenant } from './businesses/create-tenant.ts';
export { findTenant } from './businesses/queries.ts';
export { runPaymentJob } from './payments/reconcile.ts';
export { tenancyRoutes } from './routes.ts';
export { inviteLater } from './staff/invitations.ts';
export { lockPlaces, makePlaces, readPlacesOn, takePlace, takesPlace } from './subscriptions/plan-limit.ts';
export { lockSubscription, usageFrom, usageOn, type UsageRow } from './subscriptions/queries.ts';
export { endUnpaidPlans } from './subscriptions/end-unpaid-plans.ts';
export {
  findFirstDays,
  findOwnLimit,
  listPlanRows,
  type PlanRow,
  readOwners,
} from './subscriptions/plan-queries.ts';
export { extendFirstDays, giveOwnLimit, switchPlan } from './subscriptions/change-plan.ts';
export { tellFirstDays } from './subscriptions/tell-first-days.ts';
export { tellNearlyFull } from './subscriptions/tell-nearly-full.ts';
export { readUpiId } from './upi/queries.ts';
export { isPlanFull, countLastPlaces, usageAt, usageOf } from './subscriptions/usage.ts';
