import { sql } from 'kysely';
import { run } from '../../../db/transaction.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import type { PaymentRow } from './queries.ts';

/** The open period of a drawer. */
export interface OpenPeriod {
  readonly id: string;
  readonly period: number;
}

export interface LockedDrawer extends OpenPeriod {
  /** Whether the caller's money goes into it. */
  readonly is_own: boolean;
}

/**
 * Computes the id of the drawer that a user's money goes into from the business's rules, `profile`:
 * their own, or the desk's one.
 */
export function drawerIn(userId: unknown) {
  return sql`case when profile.one_drawer then profile.tenant_id else ${userId}::uuid end`;
}

/** Selects the id of the drawer that a user's money goes into. */
export function ownDrawer(tenantId: unknown, userId: unknown) {
  return sql`(select ${drawerIn(userId)} from business_profiles as profile where profile.tenant_id = ${tenantId})`;
}

/** Matches the drawers in which bookings' rows count. */
function holdsMoney(tenantId: unknown, ids: readonly string[]) {
  return sql`drawers.id in (select drawer_id from payments
    where payments.tenant_id = ${tenantId} and payments.appointment_id = any (${ids}::uuid[]))`;
}

/**
 * Locks the drawers of bookings' rows and the caller's own, so that none is closed before this
 * transaction ends.
 */
export const lockDrawers = statement<{ ids: readonly string[]; userId: string }, LockedDrawer>(
  (_, { tenantId, ids, userId }) => sql<LockedDrawer>`
    select drawers.id, drawers.period, drawers.id = ${ownDrawer(tenantId, userId)} as is_own from drawers
    where drawers.tenant_id = ${tenantId} and (drawers.id = ${ownDrawer(tenantId, userId)}
      or ${holdsMoney(tenantId, ids)})
    order by drawers.id for share of drawers`,
);

/**
 * Locks all drawers of the business, so that no money is taken or given back before this transaction
 * ends.
 */
export const lockAllDrawers = statement<{ userId: string }, LockedDrawer>(
  (_, { tenantId, userId }) => sql<LockedDrawer>`
    select drawers.id, drawers.period, drawers.id = ${ownDrawer(tenantId, userId)} as is_own from drawers
    where drawers.tenant_id = ${tenantId} order by drawers.id for no key update of drawers`,
);

/** A drawer, and whether something is in its open period. */
export interface DrawerState extends OpenPeriod {
  readonly is_used: boolean;
  /** The name of its holder; null for the desk's one, and once they are erased. */
  readonly name: string | null;
}

/** Reads the open periods of all drawers. */
export const readDrawerStates = statement<object, DrawerState>(
  (_, { tenantId }) => sql<DrawerState>`
    select drawers.id, drawers.period, users.full_name as name,
      drawers.opening_paise > 0 or exists (select from payments where payments.tenant_id = ${tenantId}
        and payments.drawer_id = drawers.id and payments.drawer_period = drawers.period) as is_used
    from drawers left join users on users.id = drawers.id
    where drawers.tenant_id = ${tenantId} order by users.full_name, drawers.id`,
);

/** Adds the drawer that a user's money goes into, if it does not exist yet. */
export const addOwnDrawer = statement<{ userId: string }, object>(
  (_, { tenantId, userId }) => sql`insert into drawers (tenant_id, id)
    select profile.tenant_id, ${drawerIn(userId)}
    from business_profiles as profile where profile.tenant_id = ${tenantId}
    on conflict (tenant_id, id) do nothing`,
);

/** Returns the caller's own drawer among those that are locked, or adds and locks it. */
export async function ownPeriod(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  userId: string,
  locked: readonly LockedDrawer[],
): Promise<OpenPeriod> {
  const own = locked.find((drawer) => drawer.is_own);
  if (own) return own;
  await run(tx, work, addOwnDrawer({ userId }));
  const added = (await run(tx, work, lockDrawers({ ids: [], userId }))).find((drawer) => drawer.is_own);
  if (!added) throw new Error('a drawer that was added is there');
  return added;
}

/** Returns whether a row counts in a period that is closed, or corrects one. */
export function isClosed(
  row: Pick<PaymentRow, 'drawer_id' | 'drawer_period' | 'corrects_drawer_id'>,
  drawers: readonly OpenPeriod[],
): boolean {
  if (row.corrects_drawer_id !== null) return true;
  if (row.drawer_id === null) return false;
  return drawers.find(({ id }) => id === row.drawer_id)?.period !== row.drawer_period;
}
