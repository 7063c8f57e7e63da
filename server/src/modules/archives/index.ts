/**
 * Owns archives: everything of a business in one file, which an owner takes along and an operator
 * imports into an empty business of another installation. Begin reading at making/make.ts.
 */
export { importArchive, ImportRefused } from './importing/import.ts';
export { encryptedArchiveKeys } from './stored/key.ts';
export { makeArchives, removeOldArchives } from './making/jobs.ts';
export { archivesRoutes } from './routes.ts';
