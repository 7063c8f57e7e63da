import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { getSchedule } from './get.ts';

export function scheduleRoutes(routes: Routes): void {
  routes.tenant(endpoints.getSchedule, getSchedule);
}
