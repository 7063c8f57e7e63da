import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Rejects, or takes its time, where the database does not answer. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  await sql`select 1`.execute(database.kysely);
  return true;
}

export { isMigrated } from '../../db/pending-migrations.ts';
