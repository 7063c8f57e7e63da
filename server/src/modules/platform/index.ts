/**
 * Owns the super admin's screens and actions, the operator's commands, erasure, and checks of
 * stored data. Never serves a business's own people. Begin reading at tenants/tenants.ts.
 */
export { AdminRefused, type AdminArguments } from './admin/admin-work.ts';
export { adminCommandNamed, adminCommands, runAdminCommand } from './admin/run-command.ts';
export { eraseDeleted } from './erasure/erase.ts';
export { finishRestore, readLedger } from './erasure/ledger.ts';
export { holdsUnreadable, writeCheck } from './keys/reencrypt.ts';
export { checkAudit, checkStoredData, checkTallies } from './integrity/checks.ts';
export { countBrokenChecks } from './integrity/queries.ts';
export { platformRoutes } from './routes.ts';
