export { AdminRefused, type AdminArguments } from './admin/admin-work.ts';
export { adminCommandNamed, adminCommands, runAdminCommand } from './admin/run-command.ts';
export { eraseDeleted } from './erasure/erase.ts';
export { finishRestore, readLedger } from './erasure/ledger.ts';
export { checkStoredData } from './integrity/check-now.ts';
export { checkAudit, checkTallies } from './integrity/checks.ts';
export { countBrokenChecks } from './integrity/queries.ts';
export { platformRoutes } from './routes.ts';
