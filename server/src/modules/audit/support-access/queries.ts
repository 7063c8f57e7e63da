import { statement } from '../../../db/statement.ts';

export interface Reason {
  readonly sessionId: string;
  readonly reason: string;
  readonly expiresAt: Date;
}

/** Answers a row if the business exists; a deleted one does until it is erased. */
export const readTenantId = statement<object, { id: string }>((db, { tenantId }) =>
  db.selectFrom('tenants').select('id').where('id', '=', tenantId),
);

export const keepReason = statement<Reason, object>((db, { tenantId, sessionId, reason, expiresAt }) =>
  db
    .insertInto('support_access_reasons')
    .values({ session_id: sessionId, tenant_id: tenantId, reason, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'tenant_id']).doUpdateSet({ reason, expires_at: expiresAt }),
    ),
);

/** Reads the reason that is valid at an instant. */
export const readReason = statement<{ sessionId: string; now: Date }, { reason: string }>(
  (db, { tenantId, sessionId, now }) =>
    db
      .selectFrom('support_access_reasons')
      .select('reason')
      .where('session_id', '=', sessionId)
      .where('tenant_id', '=', tenantId)
      .where('expires_at', '>', now),
);
