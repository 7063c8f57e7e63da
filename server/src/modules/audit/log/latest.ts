import type { AuditLine } from '@samay/contract/audit/audit-log';
import type { Tx } from '../../../db/tenant.ts';
import { presentAudit } from './present.ts';
import { listAuditRows } from './queries.ts';

/** The last deeds in a business, newest first. */
export async function latestAudit(tx: Tx, tenantId: string, limit: number): Promise<AuditLine[]> {
  const rows = await listAuditRows(tx, { tenantId, action: undefined, actor: undefined, day: undefined, place: undefined, limit });
  return rows.map(presentAudit);
}
