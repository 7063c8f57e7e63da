import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { giveReason } from './give-reason.ts';

export function supportAccessRoutes(routes: Routes): void {
  routes.platform(endpoints.giveReason, giveReason);
}
