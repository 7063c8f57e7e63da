import type { Drawer, listDrawers as listContract } from '@samay/contract/bookings/drawers';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { assertThat } from '../../../core/app-error.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import type { DayRange } from '../revenue/queries.ts';
import { type PeriodSums, presentClose, presentExpense, presentOpen, presentRow } from './present.ts';
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
 * Returns the id of a drawer: the named one, or the one that the caller's money goes into.
 * @throws `access.denied` for another person's drawer, if the caller may not close those of the
 * business
 */
export function findDrawerId(
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
  const { tenantId, caller } = context;
  const asked = { holder: holder ?? null, userId: caller.userId };
  const found = await readInOneMessage(context, {
    rules: readDrawerRules({}),
    drawers: listDrawerRows({}),
    money: sumOpenMoney({ ids: null }),
    expenses: sumOpenExpenses({ ids: null }),
    rows: listOpenRows({ ...asked, limit: mostRows }),
    expenseRows: listOpenExpenses({ ...asked, limit: mostRows }),
    closes: listClosesOf({ ...asked, limit: mostClosesOfOne }),
  });
  const id = findDrawerId(context, onlyRow(found.rules), holder);
  const row = found.drawers.find((drawer) => drawer.id === id) ?? emptyDrawer(id, context);
  const open = presentOpen(row, row.name, findSums(id, found), tenantId);
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

/** Returns the sums of one drawer's open period. */
function findSums(id: string, { money, expenses }: OpenSums): PeriodSums {
  const isOf = ({ drawer_id: of }: { readonly drawer_id: string }) => of === id;
  return { money: money.filter(isOf), expenses: expenses.filter(isOf) };
}

interface OpenSums {
  readonly money: readonly (PeriodSums['money'][number] & { readonly drawer_id: string })[];
  readonly expenses: readonly (PeriodSums['expenses'][number] & { readonly drawer_id: string })[];
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
  const all = found.drawers.map((row) => ({
    row,
    open: presentOpen(row, row.name, findSums(row.id, found), tenantId),
  }));
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
