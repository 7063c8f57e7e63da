import type { CashMove, DrawerClose, DrawerExpense, OpenDrawer } from '@samay/contract/ledger/drawers';
import type { PeriodCorrection } from '@samay/contract/ledger/closes';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { isoOf } from '@samay/contract/core/time';
import type { TenantId } from '../../../db/tenant.ts';
import { sumsByMethod } from '../rows/payment-rows.ts';
import type { ClosedPeriodRow, NamedClose } from './close-queries.ts';
import type { DrawerRow, EntryKind, EntryRow } from './queries.ts';
import { type CashSums, expectedCash, type PeriodRows, sumPeriod } from './sums.ts';

/** Presents a drawer with the sums of its open period, in paise. */
export function presentOpen(
  row: Omit<DrawerRow, 'period'>,
  name: string | null,
  rows: PeriodRows<{ readonly first_at: Date }>,
  tenantId: TenantId,
): OpenDrawer {
  const { opened_at } = row;
  const times = [...rows.money, ...rows.entries].map(({ first_at: at }) => at.getTime());
  return {
    ...presentSums(sumPeriod(row, rows)),
    holder: presentHolder(row.id, name, tenantId),
    openedAt: opened_at && isoOf(opened_at),
    firstAt: times.length === 0 ? null : isoOf(new Date(Math.min(...times))),
    methods: sumsByMethod(rows.money),
  };
}

/** Presents whose drawer it is; null for the desk's one, which has the id of the business. */
export function presentHolder(id: string, name: string | null, tenantId: TenantId): OpenDrawer['holder'] {
  return id === tenantId ? null : { id, name };
}

function presentSums(
  sums: CashSums,
): Pick<OpenDrawer, 'opening' | 'cash' | 'refunds' | 'cashIn' | 'cashOut' | 'expenses' | 'expected'> {
  return {
    opening: sums.opening_paise,
    cash: sums.cash_paise,
    refunds: sums.refunds_paise,
    cashIn: sums.cash_in_paise,
    cashOut: sums.cash_out_paise,
    expenses: sums.expenses_paise,
    expected: expectedCash(sums),
  };
}

/** Presents the cash of a period that belongs to no booking: expenses, and what else went in or out. */
export function presentEntries(rows: readonly (Omit<EntryRow, 'noted_at'> & { noted_at: Date | string })[]): {
  expenseRows: DrawerExpense[];
  moves: CashMove[];
} {
  const present = ({ id, paise, reason, noted_at: at, name: by }: (typeof rows)[number]) => ({
    id,
    paise,
    reason,
    by,
    at: isoOf(new Date(at)),
  });
  return {
    expenseRows: rows.filter(({ kind }) => kind === 'expense').map(present),
    moves: rows.flatMap((row) => (isMove(row.kind) ? [{ ...present(row), kind: row.kind }] : [])),
  };
}

/** Presents the rows that have corrected a closed period. */
export function presentCorrections(rows: ClosedPeriodRow['corrections']): PeriodCorrection[] {
  return rows.map(({ taken_at: at, method, name: by, ...row }) => ({
    ...row,
    method: method === null ? null : classifyPaymentMethod(method),
    by,
    at: isoOf(new Date(at)),
  }));
}

function isMove(kind: EntryKind): kind is CashMove['kind'] {
  return kind !== 'expense';
}

/**
 * Presents a close. The caller may reopen it with the permission to do so, while its drawer has no
 * later row and its day is not locked.
 * @param drawer the drawer as it is now, with the sums of its open period
 */
export function presentClose(
  row: NamedClose,
  drawer: { readonly period: number; readonly isUntouched: boolean } | undefined,
  { tenantId, mayReopen }: { readonly tenantId: TenantId; readonly mayReopen: boolean },
): DrawerClose {
  const isLast = drawer?.period === row.period + 1 && drawer.isUntouched;
  return {
    ...presentSums(row),
    id: row.id,
    holder: presentHolder(row.drawer_id, row.holder_name, tenantId),
    openedAt: row.opened_at && isoOf(row.opened_at),
    closedAt: isoOf(row.closed_at),
    closedBy: row.closed_name,
    counted: row.counted_paise,
    difference: row.counted_paise - expectedCash(row),
    handedOver: row.handed_over_paise,
    handedTo: row.handed_to && {
      to: row.handed_to,
      drawer: row.handed_to_drawer ? presentHolder(row.handed_to_drawer, row.handed_to_name, tenantId) : null,
    },
    confirmed: row.confirmed,
    methods: sumsByMethod(Object.entries(row.methods).map(([method, total]) => ({ method, total }))),
    notes: row.notes,
    note: row.note,
    reopened:
      row.reopened_at === null
        ? null
        : { at: isoOf(row.reopened_at), by: row.reopened_name, reason: row.reopened_reason ?? '' },
    mayReopen: mayReopen && isLast && row.reopened_at === null && !row.is_locked,
  };
}
