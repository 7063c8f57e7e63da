import * as contract from '@samay/contract/tenancy/payments';
import type { Routes } from '../../../http/routes.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { PaymentEventWorker } from './event-worker.ts';
import { listPlans } from './list-plans.ts';
import { orderSignUp } from './order-sign-up.ts';
import { orderUpgrade } from './order-upgrade.ts';
import { PaymentLimits } from './payment-limits.ts';
import { receiveEvent } from './receive-event.ts';
import { returnFromCheckout } from './return-from-checkout.ts';
import { verifyPayment } from './verify.ts';

/** Returns the worker that processes payment events after their response; the app waits for it when it closes. */
export function paymentRoutes(routes: Routes, dependencies: Dependencies): PaymentEventWorker {
  const limits = new PaymentLimits(dependencies.settings.limits);
  const worker = new PaymentEventWorker(dependencies);
  routes.public(contract.listPlans, listPlans);
  routes.public(contract.orderSignUp, async (context, { body }) => orderSignUp(context, body, limits));
  routes.tenant(contract.orderUpgrade, async (context, { body }) => orderUpgrade(context, body));
  routes.public(contract.returnFromCheckout, returnFromCheckout);
  routes.public(contract.verifyPayment, async (context, { body }) => verifyPayment(context, body, limits));
  // Not counted: the events of all businesses come from a few addresses of the provider.
  routes.public(contract.receivePaymentEvent, async (context) => receiveEvent(context, worker), { counted: false });
  return worker;
}
