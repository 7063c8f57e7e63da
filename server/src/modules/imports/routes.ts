import * as endpoints from '@samay/contract/imports/imports';
import * as files from '@samay/contract/imports/files';
import * as words from '@samay/contract/imports/words';
import type { Routes } from '../../http/routes.ts';
import { addImport } from './adding/add.ts';
import { recogniseImport } from './adding/recognise.ts';
import { chooseImportWords } from './choices/choose.ts';
import { getImportWords } from './choices/get-words.ts';
import { getImport, listImportRows, listImports } from './overview/read.ts';
import { startImport, undoImport } from './starting/start.ts';

/** Binds every endpoint of the module to its verb. */
export function importsRoutes(routes: Routes): void {
  routes.tenant(files.recogniseImport, recogniseImport);
  routes.tenant(files.addImport, addImport);
  routes.tenant(endpoints.listImports, listImports);
  routes.tenant(endpoints.getImport, getImport);
  routes.tenant(endpoints.listImportRows, listImportRows);
  routes.tenant(words.getImportWords, getImportWords);
  routes.tenant(words.chooseImportWords, chooseImportWords);
  routes.tenant(endpoints.startImport, startImport);
  routes.tenant(endpoints.undoImport, undoImport);
}
