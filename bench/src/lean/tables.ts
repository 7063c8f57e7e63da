import type pg from 'pg';

/* The tables of the lean server, in a separate schema. Both have the columns, checks and B-tree
   indexes of `appointments`, without triggers and foreign keys. It reads `bookings`, with a trigram
   index as `create index` makes it, and books into `created`, without a search index, so that a
   create is the plain insert of one row. */

const tables = `create schema lean;
  create table lean.bookings (like appointments including all);
  create table lean.created (like appointments including all);
  do $$ declare name text; begin
    for name in select indexrelid::regclass from pg_index
      where indrelid in ('lean.bookings'::regclass, 'lean.created'::regclass) and pg_get_indexdef(indexrelid) like '% USING gin %'
    loop execute 'drop index ' || name; end loop;
  end $$;
  create extension if not exists pgstattuple`;

const searchIndex =
  'create index bookings_search on lean.bookings using gin (tenant_id, search_text gin_trgm_ops)';

/** Creates the tables, empty. */
export async function createLeanTables(client: pg.Client): Promise<void> {
  await client.query(tables);
}

/** Copies all bookings as in a restore: the search index is created afterwards. */
export async function copyBookings(client: pg.Client): Promise<void> {
  await client.query('drop index if exists lean.bookings_search; truncate lean.bookings');
  const columns = await writtenColumns(client);
  await client.query(`insert into lean.bookings (${columns}) select ${columns} from appointments`);
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query(searchIndex);
  await client.query('vacuum analyze lean.bookings');
}

/**
 * The pages of the pending list from which it is nearly full: PostgreSQL merges it into the index
 * at 4 MB, which are 512 pages.
 */
const nearlyFull = 460;

/**
 * Copies the bookings of a burst with the index in place. Then it books for `tenantId` until the
 * index's pending list is nearly full: each search reads the list, and PostgreSQL empties it at its
 * limit, so a search after any other number of bookings would give any other figure. Returns the
 * pages of the list.
 */
export async function copyBurst(client: pg.Client, tenantId: string): Promise<number> {
  const columns = await writtenColumns(client);
  const missing =
    'where not exists (select from lean.bookings as copied where copied.tenant_id = appointments.tenant_id and copied.id = appointments.id)';
  await client.query(`insert into lean.bookings (${columns}) select ${columns} from appointments ${missing}`);
  const rest = columns
    .split(', ')
    .filter((name) => !['tenant_id', 'id', 'reference'].includes(name))
    .join(', ');
  let pages = await pendingPages(client);
  while (pages < nearlyFull) {
    await client.query(
      `insert into lean.bookings (tenant_id, reference, ${rest}) select $1, 'booking_' || gen_random_uuid(), ${rest} from appointments limit 50`,
      [tenantId],
    );
    pages = await pendingPages(client);
  }
  return pages;
}

async function pendingPages(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select pending_pages as pages from pgstatginindex('lean.bookings_search')`,
  );
  return rows[0]?.pages ?? 0;
}

/** Lists the columns of `appointments` that are not generated. */
async function writtenColumns(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'appointments' and is_generated = 'NEVER'`,
  );
  return rows[0]?.columns ?? '';
}
