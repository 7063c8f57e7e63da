export { audit, auditDenied, auditPerson } from './log/audit.ts';
export { chainAudit } from './log/append-to-chain.ts';
export { auditCheck } from './log/check-chain.ts';
export { latestAudit } from './log/latest.ts';
export { presentAudit } from './log/present.ts';
export { insertAuditRow } from './log/chain-queries.ts';
export { listAuditRows } from './log/queries.ts';
export { maskEmail, maskName } from './support-access/mask-names.ts';
export { noteSupportAccess, reasonFor } from './support-access/note-access.ts';
