import { databaseAnswers } from '../../../db/pipeline/probe-connections.ts';
import { type Database, type DatabaseLog, isEmbedded } from '../../../db/client/database.ts';

/** Whether a caller's statement would be answered in time; why not is logged. */
export async function databaseServes(database: Database, patienceMs: number, log: DatabaseLog | undefined): Promise<boolean> {
  const answer = await databaseAnswers(database, patienceMs);
  if (answer === 'silent') log?.warn({}, 'not ready: no database connection answers');
  if (answer === 'busy') log?.warn({}, 'not ready: callers wait too long for a database connection');
  return answer === 'answers';
}

export { isMigrated } from '../../../db/migrate/pending-migrations.ts';

/** False where the database inside this process is stuck. Asks nothing of it, and nothing of a PostgreSQL: that is no reason to restart. */
export function engineRuns(database: Database): boolean {
  return !isEmbedded(database) || database.isRunning();
}
