import { sql } from 'kysely';
import { type Database, isEmbedded } from '../../db/database.ts';

/** Rejects, or takes its time, where the database does not answer. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  await sql`select 1`.execute(database.kysely);
  return true;
}

/** False where the database inside this process is stuck. Asks nothing of it, and nothing of a PostgreSQL: that is no reason to restart. */
export function engineRuns(database: Database): boolean {
  return !isEmbedded(database) || database.isRunning();
}
