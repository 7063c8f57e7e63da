import { databaseAnswers } from '../../../db/pipeline/database-answers.ts';
import { type Database, type DatabaseLog, isEmbedded } from '../../../db/client/database.ts';

/** Whether a statement would be answered in time; the reason is logged otherwise. */
export async function databaseServes(database: Database, patienceMs: number, log: DatabaseLog | undefined): Promise<boolean> {
  const answer = await databaseAnswers(database, patienceMs);
  if (answer === 'silent') log?.warn({}, 'not ready: no database connection answers');
  if (answer === 'busy') log?.warn({}, 'not ready: callers wait too long for a database connection');
  return answer === 'answers';
}

export { isMigrated } from '../../../db/migrate/pending-migrations.ts';

/** False where the embedded database is stuck. A PostgreSQL is not asked: its failure is no reason to restart this process. */
export function engineRuns(database: Database): boolean {
  return !isEmbedded(database) || database.isRunning();
}
