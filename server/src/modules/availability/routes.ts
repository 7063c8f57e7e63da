import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { listSlots } from './slots/list.ts';
import { nextSlots } from './slots/next.ts';

/** Binds every endpoint of the availability module to its verb. */
export function availabilityRoutes(routes: Routes): void {
  routes.tenant(endpoints.listSlots, listSlots);
  routes.tenant(endpoints.nextSlots, nextSlots);
}
