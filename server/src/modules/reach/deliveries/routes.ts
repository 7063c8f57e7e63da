import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { retryDeliveries } from './retry.ts';
import { showDeliveries } from './show.ts';

export function deliveriesRoutes(routes: Routes): void {
  routes.tenant(endpoints.getDeliveries, showDeliveries);
  routes.tenant(endpoints.retryDeliveries, retryDeliveries);
}
