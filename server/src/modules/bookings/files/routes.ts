import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { openFile } from './open.ts';

export function fileRoutes(routes: Routes): void {
  routes.public(endpoints.openFile, openFile);
}
