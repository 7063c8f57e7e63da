export { audit, auditDenied, auditPerson } from './audit.ts';
export { chainAudit } from './chain.ts';
export { latestAudit } from './latest.ts';
