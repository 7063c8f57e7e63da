import { readSettings } from '../core/settings.ts';
import { DatabaseRefused } from '../db/database.ts';
import { distribute } from './distribute/distribute.ts';
import { joinNodes } from './distribute/nodes.ts';
import { withOwnerConnection } from '../db/engines/postgres/owner-connection.ts';
import { runMain, say } from './print.ts';

/**
 * `npm run distribute [<coordinator's superuser> <worker's superuser> …]`: spreads the tables of a
 * PostgreSQL with Citus over its workers, by business. With superusers it first joins the nodes to
 * a cluster; a provider who manages the superusers has joined them.
 */
async function main(superusers: string[]): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl } = readSettings(process.env);
  if (databaseUrl === undefined || migrationDatabaseUrl === undefined || superusers.length === 1)
    throw new DatabaseRefused(
      'Set DATABASE_URL and MIGRATION_DATABASE_URL to the coordinator, and name the superuser of the coordinator and of each worker: npm run distribute postgres://postgres@c.example.com/postgres postgres://postgres@w1.example.com/postgres',
    );
  await withOwnerConnection(migrationDatabaseUrl, async (client) => {
    await distribute(client, {
      serving: databaseUrl,
      report: say,
      join:
        superusers.length === 0
          ? undefined
          : () => joinNodes(superusers, decodeURIComponent(new URL(databaseUrl).pathname.slice(1))),
    });
  });
  say('The database is distributed. Start the servers of Samay again, with the same settings.');
}

await runMain(() => main(process.argv.slice(2)));
