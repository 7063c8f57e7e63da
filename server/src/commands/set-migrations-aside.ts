import { readSettings } from '../core/settings.ts';
import { DatabaseRefused } from '../db/client/database.ts';
import { withOwnerConnection } from '../db/postgres/owner-connection.ts';
import { runMain, say } from './print.ts';

/**
 * The last migration that the release before knew whose servers refuse a database with later ones.
 */
const lastKnown = '0028-people-by-number.sql';

/** Of the list of applied migrations, db/migrate/apply-migration.ts. */
const columns = 'name, checksum, applied_at, oldest_release';

/**
 * `npm run set-migrations-aside` and `npm run set-migrations-aside back`: hides the names of later
 * migrations from a release that refuses a database with any it does not know. The tables stay as
 * they are, because that release works on them.
 */
async function main([what]: string[]): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl = databaseUrl } = readSettings(process.env);
  if (migrationDatabaseUrl === undefined || (what !== undefined && what !== 'back'))
    throw new DatabaseRefused(
      'Set MIGRATION_DATABASE_URL, and run npm run set-migrations-aside, or npm run set-migrations-aside back.',
    );
  const moved = await withOwnerConnection(migrationDatabaseUrl, async (client) => {
    await client.query('begin');
    await client.query(
      'create table if not exists public.migrations_put_aside (like public.schema_migrations including all)',
    );
    const [from, to] =
      what === 'back'
        ? ['migrations_put_aside', 'schema_migrations']
        : ['schema_migrations', 'migrations_put_aside'];
    const { rowCount } = await client.query(
      `with moved as (delete from public.${from} where name > $1 returning ${columns}) insert into public.${to} (${columns}) select ${columns} from moved`,
      [lastKnown],
    );
    await client.query('commit');
    return rowCount ?? 0;
  });
  say(
    what === 'back'
      ? `${moved} migrations are known again.`
      : `${moved} migrations are set aside. Bring them back before the new release starts again.`,
  );
}

await runMain(() => main(process.argv.slice(2)));
