import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

/**
 * Announces that the staff has changed, in the transaction that changes it. Where a trigger
 * announces the same, PostgreSQL sends it once; a cluster has no such trigger (decision 0074). `id`
 * is of the person or of the invitation.
 */
export async function announceStaff(
  tx: Tx,
  tenantId: string,
  id: string,
  operation: 'insert' | 'update' | 'delete',
): Promise<void> {
  await sql`select pg_notify('changes', ${`${tenantId} staff ${id} ${operation}`})`.execute(tx);
}
