import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { drawerIn, ownDrawer } from '../rows/drawer-queries.ts';
import { bookName, joinPeople, takingColumns, type TakingRow } from '../rows/queries.ts';

export interface DrawerRow {
  readonly id: string;
  readonly period: number;
  readonly opened_at: Date | null;
  readonly opening_paise: number;
}

const drawerColumns = ['id', 'period', 'opened_at', 'opening_paise'] as const;

interface RulesRow {
  readonly one_drawer: boolean;
  readonly count_first: boolean;
}

/**
 * Reads whether the desk has one drawer, whether its cash is counted first, and the drawer that a
 * user's money goes into. One row.
 */
export const readDrawerRules = statement<{ userId: string }, RulesRow & { own_drawer: string }>(
  (_, { tenantId, userId }) => sql<RulesRow & { own_drawer: string }>`
    select one_drawer, count_first, ${drawerIn(userId)} as own_drawer
    from business_profiles as profile where profile.tenant_id = ${tenantId}`,
);

interface ChangedRules {
  readonly oneDrawer: boolean | null;
  readonly countFirst: boolean | null;
  readonly now: Date;
}

/** Writes the rules that are not null, and returns all. One row. */
export const writeDrawerRules = statement<ChangedRules, RulesRow>(
  (_, { tenantId, oneDrawer, countFirst, now }) => sql<RulesRow>`
    update business_profiles set one_drawer = coalesce(${oneDrawer}::boolean, one_drawer),
      count_first = coalesce(${countFirst}::boolean, count_first), updated_at = ${now}
    where tenant_id = ${tenantId} returning one_drawer, count_first`,
);

/** Locks a drawer, so that no row is added to it before this transaction ends. */
export const lockDrawer = statement<{ id: string }, DrawerRow>((db, { tenantId, id }) =>
  db
    .selectFrom('drawers')
    .select(drawerColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate(),
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
function withOpenRows(tenantId: unknown, name: 'payments' | 'drawer_expenses') {
  const rows = sql.table(name);
  return sql`drawers join ${rows} on ${rows}.tenant_id = ${tenantId}
      and ${rows}.drawer_id = drawers.id and ${rows}.drawer_period = drawers.period`;
}

interface Sum {
  readonly drawer_id: string;
  readonly method: string | null;
  readonly total: number;
  readonly first_at: Date;
}

/** Sums the money of the open periods of drawers, by drawer and method. */
export const sumOpenMoney = statement<{ ids: readonly string[] | null }, Sum>(
  (_, { tenantId, ids }) => sql<Sum>`
    select payments.drawer_id, payments.method, sum(payments.paise)::bigint as total, min(payments.taken_at) as first_at
    from ${withOpenRows(tenantId, 'payments')}
    where drawers.tenant_id = ${tenantId} and (${ids}::uuid[] is null or drawers.id = any (${ids}::uuid[]))
    group by payments.drawer_id, payments.method`,
);

interface ExpenseSum {
  readonly drawer_id: string;
  readonly total: number;
  readonly first_at: Date;
}

/** Sums the expenses of the open periods of drawers. */
export const sumOpenExpenses = statement<{ ids: readonly string[] | null }, ExpenseSum>(
  (_, { tenantId, ids }) => sql<ExpenseSum>`
    select drawers.id as drawer_id, sum(paise)::bigint as total, min(noted_at) as first_at
    from ${withOpenRows(tenantId, 'drawer_expenses')}
    where drawers.tenant_id = ${tenantId} and (${ids}::uuid[] is null or drawers.id = any (${ids}::uuid[]))
    group by drawers.id`,
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

export interface ExpenseRow {
  readonly id: string;
  readonly paise: number;
  readonly reason: string;
  readonly noted_at: Date;
  readonly name: string | null;
}

/** Lists the expenses of a drawer's open period, newest first. */
export const listOpenExpenses = statement<Asked & { limit: number }, ExpenseRow>(
  (_, { tenantId, holder, userId, limit }) => sql<ExpenseRow>`
    select drawer_expenses.id, paise, reason, noted_at, ${bookName(tenantId, 'drawer_expenses.noted_by')} as name
    from ${withOpenRows(tenantId, 'drawer_expenses')}
    where drawers.tenant_id = ${tenantId} and drawers.id = ${askedFor(tenantId, { holder, userId })}
    order by noted_at desc, drawer_expenses.id limit ${limit}`,
);

/** Lists the money of a drawer's open period with the people it belongs to, newest first. */
export const listOpenRows = statement<Asked & { limit: number }, TakingRow>(
  (_, { tenantId, holder, userId, limit }) => sql<TakingRow>`select ${takingColumns}
    from ${withOpenRows(tenantId, 'payments')} ${joinPeople(tenantId)}
    where drawers.tenant_id = ${tenantId} and drawers.id = ${askedFor(tenantId, { holder, userId })}
    order by payments.taken_at desc, payments.id limit ${limit}`,
);

interface NewExpense {
  readonly id: string;
  readonly drawer_id: string;
  readonly drawer_period: number;
  readonly paise: number;
  readonly reason: string;
  readonly noted_at: Date;
  readonly noted_by: string;
}

export const insertExpense = statement<NewExpense, object>((db, values) =>
  db.insertInto('drawer_expenses').values({
    tenant_id: values.tenantId,
    id: values.id,
    drawer_id: values.drawer_id,
    drawer_period: values.drawer_period,
    paise: values.paise,
    reason: values.reason,
    noted_at: values.noted_at,
    noted_by: values.noted_by,
  }),
);
