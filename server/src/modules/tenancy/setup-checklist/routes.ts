import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { dismissSetupChecklist, restoreSetupChecklist } from './dismiss.ts';
import { showSetupChecklist } from './show.ts';

export function setupChecklistRoutes(routes: Routes): void {
  routes.tenant(endpoints.getSetupChecklist, showSetupChecklist);
  routes.tenant(endpoints.dismissSetupChecklist, dismissSetupChecklist);
  routes.tenant(endpoints.restoreSetupChecklist, restoreSetupChecklist);
}
