import { Client, type ClientBase } from 'pg';
import { columnParsers } from '../client/column-parsers.ts';
import { unreachable } from './connection-error.ts';

/**
 * One connection outside the pool, for work of the tables' owner: its statements may take as long as they need.
 *
 * @throws DatabaseRefused when the server cannot be reached or refuses the login
 */
export async function withOwnerConnection<T>(url: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'samay owner', types: columnParsers });
  // A connection that breaks rejects the statement that waits on it, too, so nothing is lost here.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw unreachable(url, 'MIGRATION_DATABASE_URL', error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
