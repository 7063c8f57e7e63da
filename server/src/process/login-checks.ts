import { type Database, DatabaseRefused } from '../db/database.ts';
import { getConnections } from '../db/open-database.ts';
import { withOwnerConnection } from '../db/engines/postgres/owner-connection.ts';

/**
 * Refuses a login role that row security would not bind: a superuser, a role with BYPASSRLS, an
 * owner of tables. PGlite has only its superuser, and `inTenant` changes to another role, so
 * nothing is checked there.
 *
 * @throws DatabaseRefused naming the role and what is wrong with it
 */
export async function assertSafeLogin(database: Database): Promise<void> {
  if (database.kind === 'embedded') return;
  const { rows } = await getConnections(database).pool.query<Login>(`
    select session_user::text as name, rolsuper as superuser, rolbypassrls as bypass,
      coalesce(pg_has_role(session_user, to_regrole('samay_platform'), 'usage'), false) as inherits,
      (select min(relname)::text from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = 'public' and relkind in ('r', 'p') and pg_has_role(session_user, relowner, 'member')) as "ownedTable"
    from pg_roles where rolname = session_user`);
  const [login] = rows;
  const reason = login ? unsafeBecause(login) : 'is unknown to the database';
  if (reason === undefined) return;
  throw unsafe(login?.name, reason);
}

function unsafe(name: string | undefined, reason: string): DatabaseRefused {
  return new DatabaseRefused(
    `The login role ${name} of DATABASE_URL ${reason}, so row security would not hold. Create a role for serving ` +
      '(create role … login noinherit nosuperuser nobypassrls), use it in DATABASE_URL, and give the owner of the tables in MIGRATION_DATABASE_URL.',
  );
}

/**
 * Refuses a login role that would own the tables once the migrations have run.
 *
 * @param owner the address of the role that migrates, and will own the tables
 * @throws DatabaseRefused where that is the role that serves, or one that it may become
 */
export async function assertLoginOwnsNothing(database: Database, owner: string): Promise<void> {
  const name = await withOwnerConnection(owner, async (client) => {
    const { rows } = await client.query<{ name: string }>('select session_user::text as name');
    return rows[0]?.name;
  });
  const { rows } = await getConnections(database).pool.query<{ login: string; owns: boolean }>(
    `select session_user::text as login, pg_has_role(session_user, $1::name, 'member') as owns`,
    [name],
  );
  if (rows[0]?.owns) throw unsafe(rows[0].login, 'would own the tables that the migrations make');
}

/**
 * Returns whether the login role may become `samay_platform`. Before the first migration that role
 * does not exist, and neither do the tables.
 */
export async function mayBecomePlatform(database: Database): Promise<boolean> {
  const { rows } = await getConnections(database).pool.query<{ may: boolean | null }>(`
    select pg_has_role(session_user, to_regrole('samay_platform'), 'member') and to_regclass('public.installation') is not null as may`);
  return rows[0]?.may ?? false;
}

interface Login {
  name: string;
  superuser: boolean;
  bypass: boolean;
  inherits: boolean;
  ownedTable: string | null;
}

function unsafeBecause({ superuser, bypass, inherits, ownedTable }: Login): string | undefined {
  if (superuser) return 'is a superuser';
  if (bypass) return 'has BYPASSRLS';
  if (inherits) return 'inherits from samay_platform, which sees every business';
  if (ownedTable !== null) return `owns the table ${ownedTable}`;
  return undefined;
}
