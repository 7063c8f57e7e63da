import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { breakRevenueDown } from './revenue-breakdown.ts';
import { exportRevenue } from './export.ts';
import { getRevenue } from './get-revenue.ts';
import { listTransactions } from './list-transactions.ts';

export function revenueRoutes(routes: Routes): void {
  routes.tenant(endpoints.getRevenue, getRevenue);
  routes.tenant(endpoints.listTransactions, listTransactions);
  routes.tenant(endpoints.getRevenueBreakdown, breakRevenueDown);
  routes.tenant(endpoints.exportRevenue, exportRevenue);
}
