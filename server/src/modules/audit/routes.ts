import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { listAudit, listAuditActors } from './log/list.ts';
import type { ReadNamedRows } from './log/named-rows.ts';
import { giveReason } from './support-access/access-reason.ts';

/** Registers the endpoints of the module. */
export function auditRoutes(routes: Routes, readNamedRows: ReadNamedRows): void {
  routes.tenant(endpoints.listAudit, async (context, input) => listAudit(context, input, readNamedRows));
  routes.tenant(endpoints.listAuditActors, listAuditActors);
  routes.platform(endpoints.giveReason, giveReason);
}
