import { type Database, DatabaseRefused } from '../client/database.ts';
import { withOwnerConnection } from './owner-connection.ts';
import { pendingMigrations } from '../migrate/pending-migrations.ts';

/**
 * Row security binds neither superusers nor BYPASSRLS nor, where not forced, a table's owner: none of them may serve requests. PGlite has only
 * its superuser, and `inTenant` leaves it behind; nothing is asked there.
 *
 * @throws DatabaseRefused naming the role and what is wrong with it
 */
export async function refuseUnsafeLogin(database: Database): Promise<void> {
  if (database.kind === 'embedded') return;
  const { rows } = await database.pool.query<Login>(`
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
 * The same before the first migration: whoever migrates will own the tables.
 *
 * @param owner the address of the role that migrates
 * @throws DatabaseRefused where that is the role that serves, or one that it may become
 */
export async function refuseOwningLogin(database: Database, owner: string): Promise<void> {
  if (database.kind === 'embedded' || (await pendingMigrations(database)).length === 0) return;
  const name = await withOwnerConnection(owner, async (client) => {
    const { rows } = await client.query<{ name: string }>('select session_user::text as name');
    return rows[0]?.name;
  });
  const { rows } = await database.pool.query<{ login: string; owns: boolean }>(
    `select session_user::text as login, pg_has_role(session_user, $1::name, 'member') as owns`,
    [name],
  );
  if (rows[0]?.owns) throw unsafe(rows[0].login, 'would own the tables that the migrations make');
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
