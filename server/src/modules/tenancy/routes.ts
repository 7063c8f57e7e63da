import { endpoints } from '@samay/contract';
import type { Dependencies } from '../../context/dependencies.ts';
import { SharedLimiter } from '../../http/limits/shared-limiter.ts';
import type { Routes } from '../../http/routes.ts';
import { getMoneyLock, setMoneyLock } from './money-lock/money-lock.ts';
import { completeOnboarding } from './onboarding/complete.ts';
import { changeBusinessProfile, getBusinessProfile } from './onboarding/profile.ts';
import { orderSignUp, orderUpgrade } from './payments/order.ts';
import { PaymentEventWorker } from './payments/process-events.ts';
import { receiveEvent } from './payments/receive-event.ts';
import { returnFromCheckout } from './payments/return-from-checkout.ts';
import { verifyPayment } from './payments/verify.ts';
import {
  dismissSetupChecklist,
  restoreSetupChecklist,
  showSetupChecklist,
  skipSetupStep,
} from './setup-checklist/setup-checklist.ts';
import { changeRole, removeMember } from './staff/change-member.ts';
import { within } from './staff/context.ts';
import { InvitationLimits } from './staff/invitation-limits.ts';
import { cancelInvitation, inviteStaff, resendInvitation } from './staff/invitations.ts';
import { listStaff, listTenantStaff } from './staff/list.ts';
import { getUsage } from './subscriptions/usage.ts';
import { changeBusinessDetails, getBusinessDetails } from './business-details/business-details.ts';
import { changeUpi, getUpi } from './upi/upi.ts';
import { showPlanHelp } from './subscriptions/plan-help.ts';
import { listPlans, showSubscription } from './subscriptions/show-subscription.ts';

/** Returns the worker of payment events, which app.ts starts and stops with the server. */
export function tenancyRoutes(routes: Routes, dependencies: Dependencies): PaymentEventWorker {
  onboardingRoutes(routes);
  setupChecklistRoutes(routes);
  subscriptionRoutes(routes);
  staffRoutes(routes, dependencies);
  return paymentRoutes(routes, dependencies);
}

function onboardingRoutes(routes: Routes): void {
  routes.session(endpoints.completeOnboarding, completeOnboarding);
  routes.tenant(endpoints.getBusinessProfile, getBusinessProfile);
  routes.tenant(endpoints.changeBusinessProfile, changeBusinessProfile);
  routes.tenant(endpoints.getBusinessDetails, getBusinessDetails);
  routes.tenant(endpoints.changeBusinessDetails, changeBusinessDetails);
  routes.tenant(endpoints.getUpi, getUpi);
  routes.tenant(endpoints.changeUpi, changeUpi);
  routes.tenant(endpoints.getMoneyLock, getMoneyLock);
  routes.tenant(endpoints.setMoneyLock, setMoneyLock);
}

function setupChecklistRoutes(routes: Routes): void {
  routes.tenant(endpoints.getSetupChecklist, showSetupChecklist);
  routes.tenant(endpoints.skipSetupStep, skipSetupStep);
  routes.tenant(endpoints.dismissSetupChecklist, dismissSetupChecklist);
  routes.tenant(endpoints.restoreSetupChecklist, restoreSetupChecklist);
}

function subscriptionRoutes(routes: Routes): void {
  routes.tenant(endpoints.getUsage, getUsage);
  routes.tenant(endpoints.getPlanHelp, showPlanHelp);
  routes.tenant(endpoints.getSubscription, showSubscription);
}

function staffRoutes(routes: Routes, dependencies: Dependencies): void {
  const limits = new InvitationLimits(dependencies);
  routes.tenant(endpoints.listStaff, listStaff);
  routes.tenant(endpoints.inviteStaff, async (context, input) => inviteStaff(context, input, limits));
  routes.tenant(endpoints.resendInvitation, async (context, input) =>
    resendInvitation(context, input, limits),
  );
  routes.tenant(endpoints.cancelInvitation, cancelInvitation);
  routes.tenant(endpoints.changeRole, changeRole);
  routes.tenant(endpoints.removeMember, removeMember);
  ofAnyTenant(routes, limits);
}

/** Registers these verbs for a super admin, in the business that the address names. */
function ofAnyTenant(routes: Routes, limits: InvitationLimits): void {
  routes.platform(endpoints.listTenantStaff, listTenantStaff);
  routes.platform(endpoints.inviteTenantStaff, async (context, input) =>
    inviteStaff(await within(context, input.params.tenantId), input, limits),
  );
  routes.platform(endpoints.resendTenantInvitation, async (context, input) =>
    resendInvitation(await within(context, input.params.tenantId), input, limits),
  );
  routes.platform(endpoints.cancelTenantInvitation, async (context, input) =>
    cancelInvitation(await within(context, input.params.tenantId), input),
  );
  routes.platform(endpoints.changeTenantRole, async (context, input) =>
    changeRole(await within(context, input.params.tenantId), input),
  );
  routes.platform(endpoints.removeTenantMember, async (context, input) =>
    removeMember(await within(context, input.params.tenantId), input),
  );
}

function paymentRoutes(routes: Routes, dependencies: Dependencies): PaymentEventWorker {
  // Per network address and minute.
  const each = { points: dependencies.settings.limits.payments, seconds: 60 };
  const orders = new SharedLimiter({ name: 'payment_orders', ...each }, dependencies);
  const proofs = new SharedLimiter({ name: 'payment_proofs', ...each }, dependencies);
  const worker = new PaymentEventWorker(dependencies);
  routes.public(endpoints.listPlans, listPlans);
  routes.public(endpoints.orderSignUp, async (context, { body }) => orderSignUp(context, body, orders));
  routes.tenant(endpoints.orderUpgrade, async (context, { body }) => orderUpgrade(context, body));
  routes.public(endpoints.returnFromCheckout, returnFromCheckout);
  routes.public(endpoints.verifyPayment, async (context, { body }) => verifyPayment(context, body, proofs));
  // The events of all businesses come from a few addresses of the provider.
  routes.public(endpoints.receivePaymentEvent, async (context) => receiveEvent(context, worker), {
    counted: false,
  });
  return worker;
}
