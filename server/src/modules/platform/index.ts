export { eraseDeleted } from './erasure/erase.ts';
export { checkAudit, checkTallies } from './integrity/checks.ts';
export { platformRoutes } from './routes.ts';
