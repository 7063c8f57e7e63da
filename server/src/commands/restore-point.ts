import { readSettings } from '../core/settings.ts';
import { DatabaseRefused } from '../db/database.ts';
import { withOwnerConnection } from '../db/engines/postgres/owner-connection.ts';
import { runMain, say } from './print.ts';

/**
 * `npm run restore-point <coordinator's superuser> <name>`: marks one instant in the archived log
 * of every node of a distributed database, between two transactions, to which all of them can be
 * restored.
 */
async function main([superuser, name]: string[]): Promise<void> {
  const { databaseUrl } = readSettings(process.env);
  if (databaseUrl === undefined || superuser === undefined || name === undefined)
    throw new DatabaseRefused(
      'Set DATABASE_URL to the coordinator, and name its superuser and the point: npm run restore-point postgres://postgres@c.example.com/postgres 2026-11-22-10h',
    );
  const url = new URL(superuser);
  url.pathname = new URL(databaseUrl).pathname;
  await withOwnerConnection(url.href, (client) =>
    client.query('select citus_create_restore_point($1)', [name]),
  );
  say(`The point ${name} is in the log of every node.`);
}

await runMain(() => main(process.argv.slice(2)));
