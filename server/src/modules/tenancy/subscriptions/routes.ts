import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { showSubscription } from './show-subscription.ts';
import { getUsage } from './usage.ts';

export function subscriptionRoutes(routes: Routes): void {
  routes.tenant(endpoints.getUsage, getUsage);
  routes.tenant(endpoints.getSubscription, showSubscription);
}
