import type { Drawer, listDrawers as listContract } from '@samay/contract/bookings/drawers';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { assertThat } from '../../../core/app-error.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import type { DayRange } from '../revenue/queries.ts';
import { presentClose, presentExpense, presentOpen, presentRow } from './present.ts';
import {
  type DrawerRow,
  listCloses,
  listClosesOf,
  listDrawerRows,
  listOpenExpenses,
  listOpenRows,
  readDrawerRules,
  sumOpenExpenses,
  sumOpenMoney,
} from './queries.ts';

const mostRows = 500;
const mostClosesOfOne = 10;

/**
 * Returns the id of a drawer: the one that is named, or the one that the caller's money goes into.
 * @throws `access.denied` for another's, where the caller may not close the business
 */
export function drawerIdOf(
  context: TenantContext,
  { one_drawer: isOne }: { readonly one_drawer: boolean },
  holder: string | undefined,
): string {
  const own = isOne ? context.tenantId : context.caller.userId;
  assertThat(holder === undefined || holder === own || allowed(context, 'payments.refund'), 'access.denied');
  return holder ?? own;
}

/** Returns a drawer since its last close, empty where nothing was ever taken into it. */
export async function getDrawer(
  context: TenantContext,
  { query: { holder } }: { query: { readonly holder?: string | undefined } },
): Promise<Drawer> {
  const rules = onlyRow((await readInOneMessage(context, { rules: readDrawerRules({}) })).rules);
  return readDrawerOf(context, drawerIdOf(context, rules, holder));
}

/** Reads a drawer by its id. */
async function readDrawerOf(context: TenantContext, id: string): Promise<Drawer> {
  const { tenantId } = context;
  const found = await readInOneMessage(context, {
    drawers: listDrawerRows({}),
    money: sumOpenMoney({ ids: [id] }),
    expenses: sumOpenExpenses({ ids: [id] }),
    rows: listOpenRows({ id, limit: mostRows }),
    expenseRows: listOpenExpenses({ id, limit: mostRows }),
    closes: listClosesOf({ id, limit: mostClosesOfOne }),
  });
  const row = found.drawers.find((drawer) => drawer.id === id) ?? emptyDrawer(id, context);
  const open = presentOpen(row, row.name, found, tenantId);
  const drawer = { period: row.period, isUntouched: open.firstAt === null };
  const rights = { tenantId, mayReopen: allowed(context, 'payments.refund') };
  return {
    ...open,
    period: row.period,
    rows: found.rows.map(presentRow),
    expenseRows: found.expenseRows.map(presentExpense),
    closes: found.closes.map((close) => presentClose(close, drawer, rights)),
  };
}

function emptyDrawer(id: string, { caller }: TenantContext): DrawerRow & { readonly name: string | null } {
  const name = id === caller.userId ? caller.name : null;
  return { id, period: 1, opened_at: null, opening_paise: 0, name };
}

/** Lists the drawers with rows since their last close, and the closes of a range of days in India. */
export async function listDrawers(
  context: TenantContext,
  { query: { from, to } }: { query: DayRange },
): Promise<ReplyOf<typeof listContract>> {
  const { tenantId } = context;
  const found = await readInOneMessage(context, {
    drawers: listDrawerRows({}),
    money: sumOpenMoney({ ids: null }),
    expenses: sumOpenExpenses({ ids: null }),
    closes: listCloses({ from, to, limit: mostRows }),
  });
  const mayClose = allowed(context, 'payments.refund') && !context.caller.tenant?.suspended;
  const all = found.drawers.map((row) => {
    const isOf = ({ drawer_id: id }: { readonly drawer_id: string }) => id === row.id;
    const sums = { money: found.money.filter(isOf), expenses: found.expenses.filter(isOf) };
    return { row, open: presentOpen(row, row.name, sums, tenantId) };
  });
  const now = new Map(
    all.map(({ row, open }) => [row.id, { period: row.period, isUntouched: open.firstAt === null }]),
  );
  return {
    open: all.map(({ open }) => open).filter(({ firstAt }) => firstAt !== null),
    closes: found.closes.map((close) =>
      presentClose(close, now.get(close.drawer_id), { tenantId, mayReopen: mayClose }),
    ),
    mayClose,
  };
}
