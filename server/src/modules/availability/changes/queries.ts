import { sql } from 'kysely';
import { type InTenant, statement } from '../../../db/statement.ts';

/** Locks the business's settings, before bookings and units. */
export const lockSettings = statement((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('tenant_id').where('tenant_id', '=', tenantId).forNoKeyUpdate(),
);

/** Announces a change with the commit. */
export const notifyChange = statement(
  (_, { change }: { change: string }) => sql`select pg_notify('changes', ${change})`,
);

/** Gives the listed rows their places in this order. */
export const orderRows = statement(
  (
    _,
    { tenantId, ids }: InTenant & { ids: readonly string[] },
    { table }: { table: 'resources' | 'services' },
  ) => sql`
    update ${sql.table(table)} as ordered set position = listed.place
    from unnest(${ids}::uuid[]) with ordinality as listed (id, place)
    where ordered.tenant_id = ${tenantId} and ordered.id = listed.id`,
);
