import { Client, type ClientBase } from 'pg';
import type { TestDatabase } from './database.ts';

/** One connection of the owner of the tables, for what the role that serves may not see or do. */
export async function asOwner<T>(
  { database, ownerUrl }: Pick<TestDatabase, 'database' | 'ownerUrl'>,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  if (ownerUrl === undefined) {
    const client = await database.pool.connect();
    // What failed may have left its transaction open; the next user of the only connection must not find it.
    return work(client).finally(async () => {
      await client.query('rollback');
      client.release();
    });
  }
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}
