import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Whether the database answers within a second. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  const timeout = AbortSignal.timeout(1000);
  const late = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false)));
  const answer = sql`select 1`.execute(database.kysely).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]);
}
