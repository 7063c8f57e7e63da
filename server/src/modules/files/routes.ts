import * as endpoints from '@samay/contract/files/files';
import type { Routes } from '../../http/routes.ts';
import { openFile } from './downloads/open.ts';

/** Binds every endpoint of the files module to its verb. */
export function filesRoutes(routes: Routes): void {
  routes.public(endpoints.openFile, openFile);
}
