import type { Dependencies } from '../../context/dependencies.ts';
import type { Routes } from '../../http/routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import type { PaymentEventWorker } from './payments/event-worker.ts';
import { paymentRoutes } from './payments/routes.ts';
import { setupChecklistRoutes } from './setup-checklist/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';

/** Registers the endpoints of the module. Returns the worker of payment events, which app.ts starts and stops with the server. */
export function tenancyRoutes(routes: Routes, dependencies: Dependencies): PaymentEventWorker {
  onboardingRoutes(routes);
  setupChecklistRoutes(routes);
  subscriptionRoutes(routes);
  staffRoutes(routes, dependencies);
  return paymentRoutes(routes, dependencies);
}
