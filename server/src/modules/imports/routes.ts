import * as endpoints from '@samay/contract/imports/imports';
import * as files from '@samay/contract/imports/files';
import type { Routes } from '../../http/routes.ts';
import { addImport } from './adding/add.ts';
import { recogniseImport } from './adding/recognise.ts';
import { getImport, listImportRows, listImports } from './overview/read.ts';
import { startImport, undoImport } from './overview/start.ts';

/** Binds every endpoint of the module to its verb. */
export function importsRoutes(routes: Routes): void {
  routes.tenant(files.recogniseImport, recogniseImport);
  routes.tenant(files.addImport, addImport);
  routes.tenant(endpoints.listImports, listImports);
  routes.tenant(endpoints.getImport, getImport);
  routes.tenant(endpoints.listImportRows, listImportRows);
  routes.tenant(endpoints.startImport, startImport);
  routes.tenant(endpoints.undoImport, undoImport);
}
