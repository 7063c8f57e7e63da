export { audit, auditDenied, auditPerson } from './audit.ts';
export { chainAudit } from './chain.ts';
export { auditCheck } from './check.ts';
export { latestAudit } from './latest.ts';
export { presentAudit } from './present.ts';
export { insertAuditRow } from './queries.ts';
export { listAuditRows } from './read-queries.ts';
