import type { Database } from '../../../db/client/database.ts';
import { findSession, owesCode } from '../../../db/sessions.ts';

/** Whether a session still lives, still belongs to this business, and owes no second factor. */
export async function sessionLives(database: Database, sessionId: string, tenantId: string, now: Date): Promise<boolean> {
  const row = await findSession(database, sessionId, now);
  return row !== undefined && row.tenant_id === tenantId && !owesCode(row);
}
