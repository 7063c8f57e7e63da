import { Client, type ClientBase } from 'pg';
import { columnParsers } from '../../column-parsers.ts';
import { connectionError } from './connection-error.ts';

/**
 * Runs work on one connection outside the pool, as the owner of the tables, without time limits for
 * its statements.
 * @throws DatabaseRefused when the server cannot be reached or refuses the login
 */
export async function withOwnerConnection<T>(
  url: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'samay owner', types: columnParsers });
  // Ignores the event: a broken connection also rejects the waiting statement, so nothing is lost.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw connectionError(url, 'MIGRATION_DATABASE_URL', error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
