import { presentTaking } from '../rows/payment-rows.ts';
import type {
  countDrawer as countContract,
  Drawer,
  listDrawers as listContract,
} from '@samay/contract/ledger/drawers';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { PaymentMethod } from '@samay/contract/core/money';
import { assertThat } from '../../../core/app-error.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { presentClose, presentExpense, presentOpen } from './present.ts';
import { listClosesOf } from './close-queries.ts';
import {
  type DrawerRow,
  listDrawerRows,
  listOpenExpenses,
  listOpenRows,
  readDrawerRules,
  sumOpenExpenses,
  sumOpenMoney,
} from './queries.ts';
import type { PeriodRows } from './sums.ts';

const mostRows = 500;
const mostClosesOfOne = 10;

/**
 * Returns the id of a drawer: the named one, or the one that the caller's money goes into.
 * @throws `access.denied` for another person's drawer, if the caller may not close those of the
 * business
 */
export function findDrawerId(
  context: TenantContext,
  { own_drawer: own }: { readonly own_drawer: string },
  holder: string | undefined,
): string {
  assertThat(holder === undefined || holder === own || allowed(context, 'payments.refund'), 'access.denied');
  return holder ?? own;
}

/**
 * Returns a drawer since its last close, empty where nothing was ever taken into it; without its
 * cash where the business counts first.
 */
export async function getDrawer(
  context: TenantContext,
  { query: { holder } }: { query: { readonly holder?: string | undefined } },
): Promise<Drawer> {
  const { drawer, rules } = await readDrawer(context, holder);
  return rules.count_first ? withoutCash(drawer) : drawer;
}

/** Leaves out what its cash could be computed from. */
function withoutCash(drawer: Drawer): Drawer {
  const isOther = ({ method }: { readonly method: PaymentMethod }) => method !== 'Cash';
  return {
    ...drawer,
    cash: null,
    expected: null,
    methods: drawer.methods.filter(isOther),
    rows: drawer.rows.filter(isOther),
  };
}

/**
 * Keeps in the audit log what the cash of a drawer was counted to be, and returns the drawer with
 * its cash.
 * @throws `drawer.changed` if it was closed since the caller saw it
 */
export async function countDrawer(
  context: TenantContext,
  { body: { holder, counted, period } }: { body: BodyOf<typeof countContract> },
): Promise<Drawer> {
  const { id, drawer } = await readDrawer(context, holder);
  assertThat(drawer.period === period, 'drawer.changed');
  const detail = { drawer: id, expected: drawer.expected, counted };
  await inTenant(context, async (tx) => audit(tx, context, 'drawer.counted', id, detail));
  return drawer;
}

/** Reads a drawer with its cash, and the rules of drawers. */
async function readDrawer(context: TenantContext, holder: string | undefined) {
  const { tenantId, caller } = context;
  const asked = { holder: holder ?? null, userId: caller.userId };
  const found = await readInOneMessage(context, {
    rules: readDrawerRules({ userId: caller.userId }),
    drawers: listDrawerRows({}),
    money: sumOpenMoney({ ids: null }),
    expenses: sumOpenExpenses({ ids: null }),
    rows: listOpenRows({ ...asked, limit: mostRows }),
    expenseRows: listOpenExpenses({ ...asked, limit: mostRows }),
    closes: listClosesOf({ ...asked, limit: mostClosesOfOne }),
  });
  const rules = onlyRow(found.rules);
  const id = findDrawerId(context, rules, holder);
  const row = found.drawers.find((drawer) => drawer.id === id) ?? emptyDrawer(id, context);
  const open = presentOpen(row, row.name, findRows(id, found), tenantId);
  const now = { period: row.period, isUntouched: open.firstAt === null };
  const rights = { tenantId, mayReopen: allowed(context, 'payments.refund') };
  const drawer: Drawer = {
    ...open,
    period: row.period,
    rows: found.rows.map(presentTaking),
    expenseRows: found.expenseRows.map(presentExpense),
    closes: found.closes.map((close) => presentClose(close, now, rights)),
  };
  return { id, drawer, rules };
}

/** Returns the rows of one drawer's open period. */
function findRows(id: string, { money, expenses }: OpenRows): OpenRows {
  const isOf = ({ drawer_id: of }: { readonly drawer_id: string }) => of === id;
  return { money: money.filter(isOf), expenses: expenses.filter(isOf) };
}

type OpenRows = PeriodRows<{ readonly drawer_id: string; readonly first_at: Date }>;

function emptyDrawer(id: string, { caller }: TenantContext): DrawerRow & { readonly name: string | null } {
  const name = id === caller.userId ? caller.name : null;
  return { id, period: 1, opened_at: null, opening_paise: 0, name };
}

/** Lists the drawers with rows since their last close. */
export async function listDrawers(context: TenantContext): Promise<ReplyOf<typeof listContract>> {
  const { drawers } = presentDrawers(context, await readInOneMessage(context, openPeriods));
  return {
    open: drawers.map(({ open }) => open).filter(({ firstAt }) => firstAt !== null),
    mayClose: allowed(context, 'payments.refund') && !context.caller.tenant?.suspended,
  };
}

/** Reads all drawers with the sums of their open periods. */
export const openPeriods = {
  drawers: listDrawerRows({}),
  money: sumOpenMoney({ ids: null }),
  expenses: sumOpenExpenses({ ids: null }),
};

/** Presents all drawers, and what of each decides whether its last close may be reopened. */
export function presentDrawers(
  { tenantId }: TenantContext,
  found: OpenRows & { readonly drawers: readonly (DrawerRow & { readonly name: string | null })[] },
) {
  const drawers = found.drawers.map((row) => ({
    row,
    open: presentOpen(row, row.name, findRows(row.id, found), tenantId),
  }));
  const states = new Map(
    drawers.map(({ row, open }) => [row.id, { period: row.period, isUntouched: open.firstAt === null }]),
  );
  return { drawers, states };
}
