export { audit, auditDenied, auditPerson } from './audit.ts';
export { chainAudit } from './chain.ts';
export { latestAudit } from './latest.ts';
export { presentAudit } from './present.ts';
export { listAuditRows } from './read-queries.ts';
