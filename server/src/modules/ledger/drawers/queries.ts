import { type Selectable, sql } from 'kysely';
import type { DrawerEntries } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import { drawerIn, ownDrawer } from '../rows/drawer-queries.ts';
import { bookName, joinPeople, takingColumns, type TakingRow } from '../rows/queries.ts';

/** The kind of a row of cash that belongs to no booking and no advance. */
export type EntryKind = Selectable<DrawerEntries>['kind'];

export interface DrawerRow {
  readonly id: string;
  readonly period: number;
  readonly opened_at: Date | null;
  readonly opening_paise: number;
}

const drawerColumns = ['id', 'period', 'opened_at', 'opening_paise'] as const;

export interface RulesRow {
  readonly one_drawer: boolean;
  readonly count_first: boolean;
  readonly count_opening: boolean;
  readonly confirm_totals: boolean;
}

/**
 * Reads whether the desk has one drawer, whether its cash is counted first, and the drawer that a
 * user's money goes into. One row.
 */
export const readDrawerRules = statement<{ userId: string }, RulesRow & { own_drawer: string }>(
  (_, { tenantId, userId }) => sql<RulesRow & { own_drawer: string }>`
    select one_drawer, count_first, count_opening, confirm_totals, ${drawerIn(userId)} as own_drawer
    from business_profiles as profile where profile.tenant_id = ${tenantId}`,
);

interface ChangedRules {
  readonly oneDrawer: boolean | null;
  readonly countFirst: boolean | null;
  readonly countOpening: boolean | null;
  readonly confirmTotals: boolean | null;
  readonly now: Date;
}

/** Writes the rules that are not null, and returns all. One row. */
export const writeDrawerRules = statement<ChangedRules, RulesRow>(
  (_, { tenantId, oneDrawer, countFirst, countOpening, confirmTotals, now }) => sql<RulesRow>`
    update business_profiles set one_drawer = coalesce(${oneDrawer}::boolean, one_drawer),
      count_first = coalesce(${countFirst}::boolean, count_first),
      count_opening = coalesce(${countOpening}::boolean, count_opening),
      confirm_totals = coalesce(${confirmTotals}::boolean, confirm_totals), updated_at = ${now}
    where tenant_id = ${tenantId} returning one_drawer, count_first, count_opening, confirm_totals`,
);

/** Locks drawers, so that no row is added to them before this transaction ends. */
export const lockPeriods = statement<{ ids: readonly string[] }, DrawerRow>((db, { tenantId, ids }) =>
  db
    .selectFrom('drawers')
    .select(drawerColumns)
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate(),
);

/** Adds a drawer, if it does not exist yet. */
export const addDrawer = statement<{ id: string }, object>(
  (_, { tenantId, id }) => sql`insert into drawers (tenant_id, id) values (${tenantId}, ${id})
    on conflict (tenant_id, id) do nothing`,
);

/**
 * Lists the drawers to which cash may be handed over, with the names of their holders: the desk's one,
 * or those of all people of the business.
 */
export const listRecipients = statement<object, { id: string; name: string | null }>(
  (_, { tenantId }) => sql<{ id: string; name: string | null }>`
    select profile.tenant_id as id, null as name from business_profiles as profile
      where profile.tenant_id = ${tenantId} and profile.one_drawer
    union all
    select memberships.user_id, users.full_name
      from business_profiles as profile
      join memberships on memberships.tenant_id = ${tenantId}
      join users on users.id = memberships.user_id
      where profile.tenant_id = ${tenantId} and not profile.one_drawer
    order by name, id`,
);

export const updateDrawer = statement<DrawerRow, object>((db, values) =>
  db
    .updateTable('drawers')
    .set({ period: values.period, opened_at: values.opened_at, opening_paise: values.opening_paise })
    .where('tenant_id', '=', values.tenantId)
    .where('id', '=', values.id),
);

/** A requested drawer: that of a holder, or the one that a user's money goes into. */
export interface Asked {
  readonly holder: string | null;
  readonly userId: string;
}

/** Selects the id of the requested drawer. */
export function askedFor(tenantId: unknown, { holder, userId }: Asked) {
  return sql`coalesce(${holder}::uuid, ${ownDrawer(tenantId, userId)})`;
}

/** Joins the rows of the open periods to their drawers. */
function withOpenRows(tenantId: unknown, name: 'payments' | 'drawer_entries') {
  const rows = sql.table(name);
  return sql`drawers join ${rows} on ${rows}.tenant_id = ${tenantId}
      and ${rows}.drawer_id = drawers.id and ${rows}.drawer_period = drawers.period`;
}

interface Sum {
  readonly drawer_id: string;
  readonly method: string | null;
  readonly is_refund: boolean;
  readonly total: number;
  readonly first_at: Date;
}

/** Matches money that was given back, and refunds that were voided. */
const isRefund = sql<boolean>`(payments.kind = 'refund' or payments.kind = 'void' and payments.paise > 0)`;

/** Sums the money of the open periods of drawers, by drawer, method and whether it was given back. */
export const sumOpenMoney = statement<{ ids: readonly string[] | null }, Sum>(
  (_, { tenantId, ids }) => sql<Sum>`
    select payments.drawer_id, payments.method, ${isRefund} as is_refund, sum(payments.paise)::bigint as total, min(payments.taken_at) as first_at
    from ${withOpenRows(tenantId, 'payments')}
    where drawers.tenant_id = ${tenantId} and (${ids}::uuid[] is null or drawers.id = any (${ids}::uuid[]))
    group by payments.drawer_id, payments.method, ${isRefund}`,
);

interface EntrySum {
  readonly drawer_id: string;
  readonly kind: EntryKind;
  readonly total: number;
  readonly first_at: Date;
}

/** Sums the other cash of the open periods of drawers, by drawer and kind. */
export const sumOpenEntries = statement<{ ids: readonly string[] | null }, EntrySum>(
  (_, { tenantId, ids }) => sql<EntrySum>`
    select drawers.id as drawer_id, drawer_entries.kind, sum(paise)::bigint as total, min(noted_at) as first_at
    from ${withOpenRows(tenantId, 'drawer_entries')}
    where drawers.tenant_id = ${tenantId} and (${ids}::uuid[] is null or drawers.id = any (${ids}::uuid[]))
    group by drawers.id, drawer_entries.kind`,
);

/** Lists all drawers of the business with the names of their holders. */
export const listDrawerRows = statement<object, DrawerRow & { name: string | null }>((db, { tenantId }) =>
  db
    .selectFrom('drawers')
    .select([
      'drawers.id',
      'drawers.period',
      'drawers.opened_at',
      'drawers.opening_paise',
      bookName(tenantId, 'drawers.id').as('name'),
    ])
    .where('drawers.tenant_id', '=', tenantId)
    .orderBy('drawers.id'),
);

export interface EntryRow {
  readonly kind: EntryKind;
  readonly id: string;
  readonly paise: number;
  readonly reason: string;
  readonly noted_at: Date;
  readonly name: string | null;
}

/** Lists the other cash of a drawer's open period, newest first. */
export const listOpenEntries = statement<Asked & { limit: number }, EntryRow>(
  (_, { tenantId, holder, userId, limit }) => sql<EntryRow>`
    select drawer_entries.kind, drawer_entries.id, paise, reason, noted_at, ${bookName(tenantId, 'drawer_entries.noted_by')} as name
    from ${withOpenRows(tenantId, 'drawer_entries')}
    where drawers.tenant_id = ${tenantId} and drawers.id = ${askedFor(tenantId, { holder, userId })}
    order by noted_at desc, drawer_entries.id limit ${limit}`,
);

/** Lists the money of a drawer's open period with the people it belongs to, newest first. */
export const listOpenRows = statement<Asked & { limit: number }, TakingRow>(
  (_, { tenantId, holder, userId, limit }) => sql<TakingRow>`select ${takingColumns}
    from ${withOpenRows(tenantId, 'payments')} ${joinPeople(tenantId)}
    where drawers.tenant_id = ${tenantId} and drawers.id = ${askedFor(tenantId, { holder, userId })}
    order by payments.taken_at desc, payments.id limit ${limit}`,
);

export interface NewEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly drawer_id: string;
  readonly drawer_period: number;
  readonly paise: number;
  readonly reason: string;
  /** The close that hands it over. */
  readonly close_id: string | null;
  readonly noted_at: Date;
  readonly noted_by: string;
}

export const insertEntry = statement<NewEntry, object>((db, values) =>
  db.insertInto('drawer_entries').values({
    tenant_id: values.tenantId,
    id: values.id,
    drawer_id: values.drawer_id,
    drawer_period: values.drawer_period,
    kind: values.kind,
    close_id: values.close_id,
    paise: values.paise,
    reason: values.reason,
    noted_at: values.noted_at,
    noted_by: values.noted_by,
  }),
);
