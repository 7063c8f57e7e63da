import type { Database, DatabaseLog } from '../../../db/database.ts';
import { probeConnections } from '../../../db/health.ts';

/** Whether a statement would be answered in time; the reason is logged otherwise. */
export async function databaseServes(
  database: Database,
  timeoutMs: number,
  log: DatabaseLog | undefined,
): Promise<boolean> {
  const answer = await probeConnections(database, timeoutMs);
  if (answer === 'silent') log?.warn({}, 'not ready: no database connection answers');
  if (answer === 'busy') log?.warn({}, 'not ready: callers wait too long for a database connection');
  return answer === 'answers';
}

export { isClockRight, isEngineRunning as engineRuns } from '../../../db/health.ts';
export { isMigrated } from '../../../db/migrate/pending-migrations.ts';
