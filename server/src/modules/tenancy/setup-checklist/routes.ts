import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { dismissFirstSteps } from './dismiss.ts';
import { restoreFirstSteps } from './restore.ts';
import { showFirstSteps } from './show.ts';

export function firstStepsRoutes(routes: Routes): void {
  routes.tenant(endpoints.getFirstSteps, showFirstSteps);
  routes.tenant(endpoints.dismissFirstSteps, dismissFirstSteps);
  routes.tenant(endpoints.restoreFirstSteps, restoreFirstSteps);
}
