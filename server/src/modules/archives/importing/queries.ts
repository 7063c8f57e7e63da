import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

export { newestMigration } from '../../../db/migrate/pending-migrations.ts';

/** Returns whether a business has anything of its own beyond what its setup gave it. */
export const readIsEmpty = statement<object, { isEmpty: boolean; type: string | null }>(
  (_, { tenantId }) => sql<{ isEmpty: boolean; type: string | null }>`select not (
      exists (select from appointments where tenant_id = ${tenantId})
      or exists (select from patients where tenant_id = ${tenantId})
      or exists (select from payments where tenant_id = ${tenantId})
      or exists (select from papers where tenant_id = ${tenantId})
      or exists (select from drawers where tenant_id = ${tenantId})
      or exists (select from closings where tenant_id = ${tenantId})) as "isEmpty",
    (select business_type from business_profiles where tenant_id = ${tenantId}) as type`,
);

/** Confines the rest of the transaction to the business. */
export const confine = statement<object, object>(
  (_, { tenantId }) => sql`select set_config('app.tenant_id', ${tenantId}::text, true)`,
);

/** Changes to the role that serves a business: the platform writes no notes. */
export const asBusiness = statement<object, object>(() => sql`set local role samay_app`);
export const asPlatformAgain = statement<object, object>(() => sql`set local role samay_platform`);

/** Lists the members of the business. */
export const listMembers = statement<object, { id: string; emailKey: string }>(
  (_, { tenantId }) => sql<{ id: string; emailKey: string }>`select users.id, users.email_key as "emailKey"
    from memberships join users on users.id = memberships.user_id where memberships.tenant_id = ${tenantId}`,
);

/** Deletes the rows of a table that the setup of the business gave it. */
export const deleteOwn = statement<object, object, { table: string }>(
  (_, { tenantId }, { table }) => sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`,
);

/** Unlocks the money of the business until the imported lock is set. */
export const unlock = statement<object, object>(
  (_, { tenantId }) =>
    sql`update business_profiles set money_locked_until = null where tenant_id = ${tenantId}`,
);

/** Inserts rows, given as a list in JSON. `columns` are names without quotes, divided by blanks. */
export const insertRows = statement<{ rows: string }, object, { table: string; columns: string }>(
  (_, { rows }, { table, columns }) => {
    const names = sql.join(columns.split(' ').map((name) => sql.ref(name)));
    return sql`insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`;
  },
);

/** Writes the settings of the business, given as a row in JSON. */
export const writeProfile = statement<{ row: string }, object, { columns: string }>(
  (_, { tenantId, row }, { columns }) => {
    const names = sql.join(columns.split(' ').map((name) => sql.ref(name)));
    return sql`update business_profiles set (${names}) =
        (select ${names} from jsonb_populate_record(null::business_profiles, ${row}::jsonb))
      where tenant_id = ${tenantId}`;
  },
);

/** Names the prescriptions of bookings, given as a list of pairs in JSON. */
export const attachFiles = statement<{ pairs: string }, object>(
  (_, { tenantId, pairs }) => sql`update appointments set prescription_id = pair.file
    from jsonb_to_recordset(${pairs}::jsonb) as pair (booking uuid, file uuid)
    where appointments.tenant_id = ${tenantId} and appointments.id = pair.booking`,
);

/** Opens a period of a drawer, so that its rows can be inserted. */
export const openPeriod = statement<{ id: string; period: number }, object>(
  (_, { tenantId, id, period }) =>
    sql`update drawers set period = ${period} where tenant_id = ${tenantId} and id = ${id}`,
);

/** Adds names of colleagues to the books; those that have one keep it. */
export const addBookNames = statement<{ names: string; now: Date }, object>(
  (_, { tenantId, names, now }) => sql`insert into book_names (tenant_id, user_id, name, removed_at)
    select ${tenantId}, id, name, ${now} from jsonb_to_recordset(${names}::jsonb) as named (id uuid, name text)
    on conflict (tenant_id, user_id) do nothing`,
);

/** Adds invitations that are over: nobody is mailed, and nobody joins before an owner sends them. */
export const addInvitations = statement<{ invited: string; now: Date }, object>(
  (_, { tenantId, invited, now }) => sql`insert into invitations
      (tenant_id, email, email_key, role, practitioner_id, created_at, sent_at, expires_at)
    select ${tenantId}, email, key, role, practitioner, ${now}, ${now}, ${now}
      from jsonb_to_recordset(${invited}::jsonb) as person (email text, key text, role text, practitioner uuid)
    on conflict do nothing`,
);

/** Lets the references of bookings go on from the imported ones. */
export const continueReferences = statement<{ last: string | null }, object>(
  (_, { tenantId, last }) => sql`insert into change_stamps as stamps (tenant_id, stamp, last_reference)
    values (${tenantId}, 0, ${last}::bigint)
    on conflict (tenant_id) do update set last_reference = excluded.last_reference`,
);

export const renameBusiness = statement<{ name: string }, object>(
  (_, { tenantId, name }) => sql`update tenants set name = ${name} where id = ${tenantId}`,
);
