import { type Database, DatabaseRefused } from './database.ts';

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
      pg_has_role(session_user, 'samay_platform', 'usage') as inherits,
      (select min(relname)::text from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = 'public' and relkind in ('r', 'p') and pg_has_role(session_user, relowner, 'member')) as "ownedTable"
    from pg_roles where rolname = session_user`);
  const [login] = rows;
  const reason = login ? unsafeBecause(login) : 'is unknown to the database';
  if (reason === undefined) return;
  throw new DatabaseRefused(
    `The login role ${login?.name} of DATABASE_URL ${reason}, so row security would not hold. Create a role for serving ` +
      '(create role … login noinherit nosuperuser nobypassrls), use it in DATABASE_URL, and give the owner of the tables in MIGRATION_DATABASE_URL.',
  );
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
