export { audit, auditDenied, auditPerson } from './audit.ts';
export { chainAudit, findBreaks } from './chain.ts';
export { platformTenant } from './queries.ts';
