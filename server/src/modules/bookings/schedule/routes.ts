import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { getDaySheet } from './get-day-sheet.ts';
import { getSchedule } from './get.ts';

export function scheduleRoutes(routes: Routes): void {
  routes.tenant(endpoints.getSchedule, getSchedule);
  routes.tenant(endpoints.getDaySheet, getDaySheet);
}
