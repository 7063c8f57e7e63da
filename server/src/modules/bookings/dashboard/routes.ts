import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { getDashboard } from './get-dashboard.ts';

export function dashboardRoutes(routes: Routes): void {
  routes.tenant(endpoints.getDashboard, getDashboard);
}
