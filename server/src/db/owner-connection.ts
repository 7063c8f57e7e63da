import { Client, type ClientBase } from 'pg';
import { columnParsers } from './column-parsers.ts';

/** One connection outside the pool, for work of the tables' owner: its statements may take as long as they need. */
export async function withOwnerConnection<T>(url: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'samay owner', types: columnParsers });
  // A connection that breaks rejects the statement that waits on it, too, so nothing is lost here.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
