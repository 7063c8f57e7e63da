import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { changeBookingMails } from './settings.ts';
import { showBookingMails } from './show.ts';

export function bookingMailsRoutes(routes: Routes): void {
  routes.tenant(endpoints.getBookingMails, showBookingMails);
  routes.tenant(endpoints.changeBookingMails, changeBookingMails);
}
