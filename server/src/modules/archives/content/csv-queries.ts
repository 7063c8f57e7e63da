import { sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import { csvFiles } from './csv-column-queries.ts';
import { isAfter, keyTexts, order, type PageShape, type PageValues } from './row-queries.ts';

/** A line of a CSV file: its cells as the database writes them, and the key of its row. */
export interface CsvLine {
  readonly cells: readonly (string | null)[];
  readonly key: readonly string[];
}

/** The statements of each CSV file: the lines after a key, or the first ones. */
export const csvReads: Readonly<
  Record<string, (values: PageValues, shape: PageShape) => Statement<CsvLine>>
> = Object.fromEntries(
  csvFiles.map(({ name, table, key, joined = '', columns }) => [
    name,
    statement<PageValues, CsvLine, { isFirst: boolean }>((_, { tenantId, after, most }, { isFirst }) => {
      const cells = columns.map(({ value }) => sql`(${inBusiness(value, tenantId)})::text`);
      return sql<CsvLine>`select array[${sql.join(cells)}] as cells, ${keyTexts(table, key)} as key
        from ${sql.table(table)} ${inBusiness(joined, tenantId)}
        where ${sql.table(table)}.tenant_id = ${tenantId} ${isFirst ? sql`` : sql`and ${isAfter(table, key, after)}`}
        order by ${order(table, key)} limit ${most}`;
    }),
  ]),
);

/** Builds a fixed text of SQL, in which `$tenant` stands for the business. */
function inBusiness(text: string, tenantId: unknown) {
  const [first = '', ...rest] = text.split('$tenant');
  return rest.reduce((built, part) => sql`${built}${tenantId}::uuid${sql.raw(part)}`, sql`${sql.raw(first)}`);
}

interface StaffRow {
  readonly row: string;
}

/** Lists the members of the business and its open invitations, as JSON. */
export const listStaff = statement<object, StaffRow>(
  (_, { tenantId }) => sql<StaffRow>`
    select jsonb_build_object('user_id', users.id, 'email', users.email, 'full_name', users.full_name,
        'role', memberships.role, 'since', memberships.created_at, 'practitioner_id', resources.id,
        'state', 'member')::text as row
      from memberships join users on users.id = memberships.user_id
      left join resources on resources.tenant_id = ${tenantId} and resources.member_id = memberships.user_id
        and resources.archived_at is null
      where memberships.tenant_id = ${tenantId}
    union all
    select jsonb_build_object('user_id', null, 'email', email, 'full_name', null, 'role', role,
        'since', created_at, 'practitioner_id', practitioner_id, 'state', 'invited')::text
      from invitations where tenant_id = ${tenantId} and activated_at is null
    order by row`,
);

/** Lists the names of those who act or acted in the business, by their ids. */
export const listNames = statement<object, { id: string; name: string }>(
  (_, { tenantId }) => sql<{ id: string; name: string }>`
    select user_id as id, name from book_names where tenant_id = ${tenantId}
    union all
    select users.id, coalesce(nullif(users.full_name, ''), users.email)
      from memberships join users on users.id = memberships.user_id where memberships.tenant_id = ${tenantId}`,
);

interface Head {
  readonly name: string;
  readonly business_type: string | null;
  readonly last_reference: string | null;
}

export const readHead = statement<object, Head>(
  (_, { tenantId }) => sql<Head>`
    select tenants.name, profile.business_type,
      (select last_reference::text from change_stamps where tenant_id = ${tenantId}) as last_reference
    from tenants left join business_profiles as profile on profile.tenant_id = ${tenantId}
    where tenants.id = ${tenantId}`,
);

/** Reads the sum of the change stamps: it is another one once anything that screens show was changed. */
export const readStamp = statement<object, { stamp: string }>(
  (_, { tenantId }) => sql<{ stamp: string }>`
    select coalesce(sum(stamp), 0)::text as stamp from change_stamps where tenant_id = ${tenantId}`,
);

/** Lists the files of the bookings after an id, with what their names and checks need. */
export const listFiles = statement<{ after: string; most: number }, StoredPrescription>(
  (db, { tenantId, after, most }) =>
    db
      .selectFrom('files')
      .select(['id', 'media_type', 'bytes', 'sha256'])
      .where('tenant_id', '=', tenantId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(most),
);

export interface StoredPrescription {
  readonly id: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
}
