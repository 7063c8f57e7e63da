import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { addMissing } from './add-missing.ts';
import { beginConnection } from './begin.ts';
import { completeConnection } from './complete.ts';
import { disconnect } from './disconnect.ts';
import { showConnection } from './show.ts';

export function calendarRoutes(routes: Routes): void {
  routes.tenant(endpoints.getCalendarConnection, showConnection);
  routes.tenant(endpoints.beginCalendarConnection, beginConnection);
  routes.tenant(endpoints.completeCalendarConnection, completeConnection);
  routes.tenant(endpoints.disconnectCalendar, disconnect);
  routes.tenant(endpoints.addMissingEvents, addMissing);
}
