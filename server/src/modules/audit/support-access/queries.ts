import type { Tx } from '../../../db/tenant.ts';

export interface Reason {
  readonly sessionId: string;
  readonly tenantId: string;
  readonly reason: string;
  readonly expiresAt: Date;
}

/** Returns whether the business exists; a deleted one does until it is erased. */
export async function hasTenant(tx: Tx, id: string) {
  return (await tx.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function keepReason(tx: Tx, { sessionId, tenantId, reason, expiresAt }: Reason) {
  await tx
    .insertInto('support_access_reasons')
    .values({ session_id: sessionId, tenant_id: tenantId, reason, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'tenant_id']).doUpdateSet({ reason, expires_at: expiresAt }),
    )
    .execute();
}

/** Finds the reason that is valid at an instant. */
export async function findReason(tx: Tx, sessionId: string, tenantId: string, now: Date) {
  const row = await tx
    .selectFrom('support_access_reasons')
    .select('reason')
    .where('session_id', '=', sessionId)
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.reason;
}
