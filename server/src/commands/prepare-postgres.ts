import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { readSettings } from '../core/settings.ts';
import { DatabaseRefused } from '../db/database.ts';
import { runMain, say } from './print.ts';

/**
 * `npm run prepare-postgres <superuser's address>`: creates the role that owns the tables, the
 * serving role, and the database, as MIGRATION_DATABASE_URL and DATABASE_URL name them. An existing
 * database keeps its data, and roles get the passwords of the addresses.
 */
async function main([superuser]: string[]): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl, databaseDeadlines } = readSettings(process.env);
  if (superuser === undefined || databaseUrl === undefined || migrationDatabaseUrl === undefined)
    throw new DatabaseRefused(
      'Set DATABASE_URL (the role that serves) and MIGRATION_DATABASE_URL (the role that owns the tables), and name a superuser: npm run prepare-postgres postgres://postgres@db.example.com/postgres',
    );
  const [serving, owning] = [getParts(databaseUrl), getParts(migrationDatabaseUrl)];
  if (serving.role === owning.role)
    throw new DatabaseRefused(
      'DATABASE_URL and MIGRATION_DATABASE_URL must name two roles: the one that serves owns nothing.',
    );
  const client = new Client({ connectionString: superuser });
  await client.connect().catch((error: unknown) => {
    throw new DatabaseRefused(
      `The superuser cannot connect: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
  try {
    await ensureRole(client, owning, 'login createrole');
    await ensureRole(client, serving, 'login noinherit nosuperuser nobypassrls nocreaterole');
    // Set for a pooler that does not pass them on with each connection.
    for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(
        `alter role ${escapeIdentifier(serving.role)} set ${name} = ${databaseDeadlines.statementMs}`,
      );
    const { rowCount } = await client.query('select from pg_database where datname = $1', [serving.database]);
    if (rowCount === 0)
      await client.query(
        `create database ${escapeIdentifier(serving.database)} owner ${escapeIdentifier(owning.role)}`,
      );
  } finally {
    await client.end();
  }
  say(
    `The database ${serving.database} is there, with the roles ${owning.role} (owns) and ${serving.role} (serves). Start Samay: it creates the tables.`,
  );
}

interface Parts {
  readonly role: string;
  readonly password: string;
  readonly database: string;
}

function getParts(url: string): Parts {
  const { username, password, pathname } = new URL(url);
  return {
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  };
}

async function ensureRole(client: Client, { role, password }: Parts, rights: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  const secret = password === '' ? '' : ` password ${escapeLiteral(password)}`;
  await client.query(
    `${rowCount === 0 ? 'create' : 'alter'} role ${escapeIdentifier(role)} ${rights}${secret}`,
  );
}

await runMain(() => main(process.argv.slice(2)));
