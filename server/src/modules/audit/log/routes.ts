import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { listAuditActors } from './list-actors.ts';
import { listAudit } from './list.ts';

export function auditRoutes(routes: Routes): void {
  routes.tenant(endpoints.listAudit, listAudit);
  routes.tenant(endpoints.listAuditActors, listAuditActors);
}
