import type { Routes } from '../../http/routes.ts';
import { auditLogRoutes } from './log/routes.ts';
import { supportAccessRoutes } from './support-access/routes.ts';

/** Registers the endpoints of the module. */
export function auditRoutes(routes: Routes): void {
  auditLogRoutes(routes);
  supportAccessRoutes(routes);
}
