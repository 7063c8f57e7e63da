import type { SystemStatus } from '@samay/contract/platform/status';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

type TableSize = SystemStatus['database']['tables'][number];
type LargeBusiness = SystemStatus['largest'][number];
type SlowStatement = SystemStatus['statements']['slowest'][number];

export { listMarks, type PlatformMark } from '../../../db/platform-marks.ts';

/** The pages of 8 kB that are read of a large table: some 20,000 rows. */
const pagesRead = sql.lit(400);

interface DatabaseSize {
  readonly bytes: number;
  readonly has_statements: boolean;
}

/** Reads the size of the database, and whether PostgreSQL keeps statistics of statements. */
export const readDatabaseSize = statement<object, DatabaseSize>(
  () => sql<DatabaseSize>`select pg_database_size(current_database()) as bytes,
    to_regclass('pg_stat_statements') is not null as has_statements`,
);

export const listLargestTables = statement<{ most: number }, TableSize>(
  (
    _,
    { most },
  ) => sql<TableSize>`select relname as name, pg_total_relation_size(oid) as bytes, nullif(reltuples, -1)::bigint as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 2 desc, 1 limit ${most}`,
);

/**
 * Lists the businesses with the most bookings. A large table is read by a sample of its pages, so
 * that the cost does not grow with it.
 */
export const listLargestBusinesses = statement<{ since: Date; most: number }, LargeBusiness>(
  (_, { since, most }) => sql<LargeBusiness>`
    with size as (
      select pg_total_relation_size('appointments') as bytes,
        least(100, 100.0 * ${pagesRead} / greatest(1, pg_relation_size('appointments') / 8192)) as percent
    ), sampled as (
      select tenant_id, count(*) as counted, count(*) filter (where created_at > ${since}) as fresh
      from appointments tablesample system ((select percent from size))
      group by 1
    )
    select sampled.tenant_id as id, tenants.name, round(counted * 100 / percent)::bigint as rows, round(fresh * 100 / percent)::bigint as "newRows",
      (bytes * counted / (select sum(counted) from sampled))::bigint as bytes
    from sampled cross join size join tenants on tenants.id = sampled.tenant_id
    order by counted desc, id limit ${most}`,
);

interface BusyBusiness {
  readonly id: string;
  readonly name: string;
  readonly rows: number;
  /** The oldest counted change. */
  readonly since: Date;
}

/**
 * Lists the businesses with the most audit rows. The newest are in the last pages of the log, and
 * only these are read.
 */
export const listBusiestBusinesses = statement<{ since: Date; most: number }, BusyBusiness>(
  (_, { since, most }) => sql<BusyBusiness>`
    with newest as (
      select tenant_id, count(*) as counted, min(at) as since from audit_log
      where ctid >= format('(%s,0)', greatest(0, pg_relation_size('audit_log') / 8192 - ${pagesRead}))::tid and at > ${since}
      group by 1
    )
    select newest.tenant_id as id, tenants.name, counted as rows, (select min(since) from newest) as since
    from newest join tenants on tenants.id = newest.tenant_id
    order by counted desc, id limit ${most}`,
);

/**
 * Lists the statements with the most total time. Those that set something contain values, and are
 * left out.
 */
export const listSlowestStatements = statement<{ most: number }, SlowStatement>(
  (
    _,
    { most },
  ) => sql<SlowStatement>`select left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 300) as text, calls,
      mean_exec_time as "meanMs", total_exec_time as "totalMs"
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
      and query !~* '^[[:space:]]*(set|begin|commit|rollback|create|alter|copy|<insufficient)'
    order by total_exec_time desc limit ${most}`,
);
