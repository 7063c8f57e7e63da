import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import type { ShownBookings } from './affected/present.ts';
import { addHourException, removeHourException } from './hours/exceptions.ts';
import { getHours } from './hours/get.ts';
import { setBusinessHours, setResourceHours } from './hours/set-weekly.ts';
import { addPart, addResource } from './resources/add.ts';
import { archiveResource, restoreResource } from './resources/archive.ts';
import { changeResource, orderResources } from './resources/change.ts';
import { listResources } from './resources/list.ts';
import { mergeResource } from './resources/merge.ts';
import { archiveService, orderServices, restoreService } from './services/archive.ts';
import { addService, changeService } from './services/change.ts';
import { listServices } from './services/list.ts';
import { getOverbooking, setOverbooking } from './overbooking/overbooking.ts';
import { listSlots } from './slots/list.ts';
import { nextSlots } from './slots/next.ts';

export function availabilityRoutes(routes: Routes, shown: ShownBookings): void {
  resourceRoutes(routes, shown);
  overbookingRoutes(routes);
  serviceRoutes(routes);
  hourRoutes(routes, shown);
  routes.tenant(endpoints.listSlots, listSlots);
  routes.tenant(endpoints.nextSlots, nextSlots);
}

function overbookingRoutes(routes: Routes): void {
  routes.tenant(endpoints.getOverbooking, getOverbooking);
  routes.tenant(endpoints.setOverbooking, setOverbooking);
}

function resourceRoutes(routes: Routes, shown: ShownBookings): void {
  routes.tenant(endpoints.listResources, listResources);
  routes.tenant(endpoints.addResource, addResource);
  routes.tenant(endpoints.changeResource, changeResource);
  routes.tenant(endpoints.orderResources, orderResources);
  routes.tenant(endpoints.addPart, async (context, input) => addPart(context, input, shown));
  routes.tenant(endpoints.archiveResource, async (context, input) => archiveResource(context, input, shown));
  routes.tenant(endpoints.restoreResource, async (context, input) => restoreResource(context, input, shown));
  routes.tenant(endpoints.mergeResource, async (context, input) => mergeResource(context, input, shown));
}

function serviceRoutes(routes: Routes): void {
  routes.tenant(endpoints.listServices, listServices);
  routes.tenant(endpoints.addService, addService);
  routes.tenant(endpoints.changeService, changeService);
  routes.tenant(endpoints.orderServices, orderServices);
  routes.tenant(endpoints.archiveService, archiveService);
  routes.tenant(endpoints.restoreService, restoreService);
}

function hourRoutes(routes: Routes, shown: ShownBookings): void {
  routes.tenant(endpoints.getHours, getHours);
  routes.tenant(endpoints.setBusinessHours, async (context, input) =>
    setBusinessHours(context, input, shown),
  );
  routes.tenant(endpoints.setResourceHours, async (context, input) =>
    setResourceHours(context, input, shown),
  );
  routes.tenant(endpoints.addHourException, async (context, input) =>
    addHourException(context, input, shown),
  );
  routes.tenant(endpoints.removeHourException, removeHourException);
}
