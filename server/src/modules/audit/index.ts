export { audit, auditDenied, auditPerson } from './log/audit.ts';
export { chainAudit } from './log/chain.ts';
export { auditCheck } from './log/check.ts';
export { latestAudit } from './log/latest.ts';
export { presentAudit } from './log/present.ts';
export { insertAuditRow } from './log/queries.ts';
export { listAuditRows } from './log/read-queries.ts';
export { maskEmail, maskName } from './support-access/mask.ts';
export { noteSupportAccess, reasonFor } from './support-access/reason.ts';
