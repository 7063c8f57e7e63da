import { readSettings } from '../core/settings.ts';
import { DatabaseRefused } from '../db/client/database.ts';
import { moveBusiness } from './distribute/move-business.ts';
import { withOwnerConnection } from '../db/engines/postgres/owner-connection.ts';
import { runMain, say } from './print.ts';

/**
 * `npm run move-business <coordinator's superuser> <business> <host:port of a worker>`: moves a
 * business of a database that `npm run distribute` has distributed.
 */
async function main([superuser, business, worker]: string[]): Promise<void> {
  const { databaseUrl } = readSettings(process.env);
  if (databaseUrl === undefined || superuser === undefined || business === undefined || worker === undefined)
    throw new DatabaseRefused(
      'Set DATABASE_URL to the coordinator, and name its superuser, the business and the worker: npm run move-business postgres://postgres@c.example.com/postgres 3f0c… w2.example.com:5432',
    );
  const url = new URL(superuser);
  url.pathname = new URL(databaseUrl).pathname;
  for (const line of await withOwnerConnection(url.href, (client) => moveBusiness(client, business, worker)))
    say(line);
}

await runMain(() => main(process.argv.slice(2)));
