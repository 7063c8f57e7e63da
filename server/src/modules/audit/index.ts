/**
 * Owns the audit log with its hash chain, and the reasons for support access. Never changes or
 * deletes a row of the log. Begin reading at log/audit.ts.
 */
export { chainAudit } from './log/chain.ts';
export { type AuditContext, audit, auditCaller, auditDenied, auditPerson, auditValues } from './log/audit.ts';
export { auditCheck } from './log/check-chain.ts';
export { latestAudit, presentAudit } from './log/list.ts';
export type { NamedRow } from './log/named-rows.ts';
export { insertAct, insertAuditRow, listAuditRows } from './log/queries.ts';
export { auditRoutes } from './routes.ts';
export { maskEmail, maskName } from './support-access/mask-names.ts';
export { noteSupportAccess, reasonFor } from './support-access/access-reason.ts';
