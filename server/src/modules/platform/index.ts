export { eraseDeleted } from './erasure/erase.ts';
export { checkAudit, checkTallies } from './integrity/checks.ts';
export { countBrokenChecks } from './integrity/queries.ts';
export { platformRoutes } from './routes.ts';
