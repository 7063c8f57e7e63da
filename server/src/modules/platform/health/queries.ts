import type { Database, DatabaseLog } from '../../../db/client/database.ts';
import { probeDatabase } from '../../../db/health.ts';

/** Whether a statement would be answered in time; the reason is logged otherwise. */
export async function databaseServes(
  database: Database,
  timeoutMs: number,
  log: DatabaseLog | undefined,
): Promise<boolean> {
  const answer = await probeDatabase(database, timeoutMs);
  if (answer === 'silent') log?.warn({}, 'not ready: no database connection answers');
  if (answer === 'busy') log?.warn({}, 'not ready: callers wait too long for a database connection');
  return answer === 'answers';
}

export { isClockRight, isEngineRunning as engineRuns, isMigrated } from '../../../db/health.ts';
