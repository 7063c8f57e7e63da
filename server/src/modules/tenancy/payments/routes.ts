import * as contract from '@samay/contract/tenancy/payments';
import type { Routes } from '../../../http/routes.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { EventWork } from './event-worker.ts';
import { listPlans } from './list-plans.ts';
import { orderSignUp } from './order-sign-up.ts';
import { orderUpgrade } from './order-upgrade.ts';
import { PaymentLimits } from './payment-limits.ts';
import { receiveEvent } from './receive-event.ts';
import { returnFromCheckout } from './return-from-checkout.ts';
import { verifyPayment } from './verify.ts';

/** Answers the work that goes on after an event's reply, for the app to wait for when it closes. */
export function paymentRoutes(routes: Routes, dependencies: Dependencies): EventWork {
  const limits = new PaymentLimits(dependencies.settings.limits);
  const work = new EventWork(dependencies);
  routes.public(contract.listPlans, listPlans);
  routes.public(contract.orderSignUp, async (context, { body }) => orderSignUp(context, body, limits));
  routes.tenant(contract.orderUpgrade, async (context, { body }) => orderUpgrade(context, body));
  routes.public(contract.returnFromCheckout, returnFromCheckout);
  routes.public(contract.verifyPayment, async (context, { body }) => verifyPayment(context, body, limits));
  // Many businesses' events come from a few addresses of the provider's.
  routes.public(contract.receivePaymentEvent, async (context) => receiveEvent(context, work), { counted: false });
  return work;
}
