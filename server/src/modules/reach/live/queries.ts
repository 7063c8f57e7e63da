import type { Database } from '../../../db/database.ts';
import { findSession, needsSecondFactor } from '../../identity/index.ts';

/**
 * Returns whether a session is live, belongs to this business, and has proven its second factor.
 */
export async function sessionLives(database: Database, sessionId: string, tenantId: string, now: Date) {
  const row = await findSession(database, sessionId, now);
  return row !== undefined && row.tenant_id === tenantId && !needsSecondFactor(row);
}
