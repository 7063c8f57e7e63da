import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { listAudit, listAuditActors } from './list.ts';

export function auditLogRoutes(routes: Routes): void {
  routes.tenant(endpoints.listAudit, listAudit);
  routes.tenant(endpoints.listAuditActors, listAuditActors);
}
