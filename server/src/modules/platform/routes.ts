import { endpoints } from '@samay/contract';
import { getLive, getReady } from '@samay/contract/platform/health';
import type { Dependencies } from '../../context/dependencies.ts';
import type { Routes } from '../../http/routes.ts';
import type { OutboxHandlers } from '../../outbox/index.ts';
import { listPlatformAudit } from './access/list-audit.ts';
import {
  changePlanTerms,
  listPlatformPayments,
  listPlatformPlans,
  listPlatformSubscriptions,
  listUnplacedPayments,
} from './billing/billing.ts';
import { engineRuns } from './health/queries.ts';
import { Readiness } from './health/readiness.ts';
import { replayDeliveries } from './outbox/replay.ts';
import { getAnalytics } from './overview/get-analytics.ts';
import { getOverview } from './overview/get-overview.ts';
import { StatusReader } from './status/get-status.ts';
import {
  getTenantAvailability,
  getTenantSchedule,
  listTenantAppointments,
  listTenantSlots,
} from './tenants/read-as-support.ts';
import {
  addTenant,
  changeTenantLimit,
  changeTenantPlan,
  changeTenantStatus,
  deleteTenant,
  extendTenantDays,
  getTenant,
  listTenants,
  restoreTenant,
} from './tenants/tenants.ts';
import {
  deleteUser,
  endUserSessions,
  listPlatformUsers,
  removeUserFactor,
  restoreUser,
} from './users/users.ts';

/** Binds the endpoints of the module; `handlers` are the effects that this process delivers. */
export function platformRoutes(routes: Routes, dependencies: Dependencies, handlers: OutboxHandlers): void {
  healthRoutes(routes, dependencies, handlers);
  routes.platform(endpoints.getOverview, getOverview);
  const status = new StatusReader(dependencies, handlers);
  routes.platform(endpoints.getSystemStatus, async () => status.read());
  routes.platform(endpoints.replayDeliveries, async (context) => {
    const replayed = await replayDeliveries(context);
    status.forget();
    return replayed;
  });
  routes.platform(endpoints.listTenants, listTenants);
  routes.platform(endpoints.getTenant, getTenant);
  routes.platform(endpoints.addTenant, addTenant);
  routes.platform(endpoints.changeTenantPlan, changeTenantPlan);
  routes.platform(endpoints.changeTenantLimit, changeTenantLimit);
  routes.platform(endpoints.extendFirstDays, extendTenantDays);
  routes.platform(endpoints.changeTenantStatus, changeTenantStatus);
  routes.platform(endpoints.deleteTenant, deleteTenant);
  routes.platform(endpoints.restoreTenant, restoreTenant);
  routes.platform(endpoints.listTenantAppointments, listTenantAppointments);
  routes.platform(endpoints.getTenantSchedule, getTenantSchedule);
  routes.platform(endpoints.getTenantAvailability, getTenantAvailability);
  routes.platform(endpoints.listTenantSlots, listTenantSlots);
  routes.platform(endpoints.listPlatformUsers, listPlatformUsers);
  routes.platform(endpoints.endUserSessions, endUserSessions);
  routes.platform(endpoints.removeUserFactor, removeUserFactor);
  routes.platform(endpoints.deleteUser, deleteUser);
  routes.platform(endpoints.restoreUser, restoreUser);
  routes.platform(endpoints.listPlatformPlans, listPlatformPlans);
  routes.platform(endpoints.changePlanTerms, changePlanTerms);
  routes.platform(endpoints.listPlatformSubscriptions, listPlatformSubscriptions);
  routes.platform(endpoints.listPlatformPayments, listPlatformPayments);
  routes.platform(endpoints.listUnplacedPayments, listUnplacedPayments);
  routes.platform(endpoints.getAnalytics, getAnalytics);
  routes.platform(endpoints.listPlatformAudit, listPlatformAudit);
}

function healthRoutes(routes: Routes, dependencies: Dependencies, handlers: OutboxHandlers): void {
  const readiness = new Readiness(dependencies, handlers);
  routes.public(
    getLive,
    async ({ reply }) => {
      const engine = engineRuns(dependencies.database);
      if (!engine) reply.code(503);
      return { status: engine ? ('ok' as const) : ('unavailable' as const), checks: { engine } };
    },
    { counted: false },
  );
  routes.public(
    getReady,
    async ({ reply }) => {
      const report = await readiness.report();
      if (report.status === 'unavailable') reply.code(503);
      return report;
    },
    { counted: false },
  );
}
