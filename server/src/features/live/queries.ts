import type { Database } from '../../db/database.ts';
import { findSession } from '../../db/sessions.ts';

/** Whether a session still lives and still belongs to this business. */
export async function sessionLives(database: Database, sessionId: string, tenantId: string, now: Date): Promise<boolean> {
  const row = await findSession(database, sessionId, now);
  return row?.tenant_id === tenantId;
}
