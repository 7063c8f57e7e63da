import * as endpoints from '@samay/contract/archives/archives';
import type { Routes } from '../../http/routes.ts';
import { askForArchive, getArchive } from './downloads/ask.ts';
import { makeArchiveLink } from './downloads/link.ts';
import { openArchive } from './downloads/open.ts';

/** Binds every endpoint of the module to its verb. */
export function archivesRoutes(routes: Routes): void {
  routes.tenant(endpoints.getArchive, getArchive);
  routes.tenant(endpoints.askForArchive, askForArchive);
  routes.tenant(endpoints.makeArchiveLink, makeArchiveLink);
  routes.public(endpoints.openArchive, openArchive);
}
