import type { DrawerClose, DrawerExpense, OpenDrawer } from '@samay/contract/ledger/drawers';
import type { OwnTaking } from '@samay/contract/ledger/received';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { isoOf } from '@samay/contract/core/time';
import type { TenantId } from '../../../db/tenant.ts';
import { sumsByMethod } from '../rows/payment-rows.ts';
import type { DrawerRow, ExpenseRow, NamedClose, OpenRow } from './queries.ts';

interface MethodSum {
  readonly method: string | null;
  readonly total: number;
  readonly first_at: Date;
}

/** The sums of a drawer's open period: money by method, and expenses. */
export interface PeriodSums {
  readonly money: readonly MethodSum[];
  readonly expenses: readonly { readonly total: number; readonly first_at: Date }[];
}

/** Presents a drawer with the sums of its open period, in paise. */
export function presentOpen(
  { id, opened_at, opening_paise: opening }: Omit<DrawerRow, 'period'>,
  name: string | null,
  { money, expenses }: PeriodSums,
  tenantId: TenantId,
): OpenDrawer {
  const methods = sumsByMethod(money);
  const cash = methods.find(({ method }) => method === 'Cash')?.total ?? 0;
  const spent = expenses.reduce((sum, { total }) => sum + total, 0);
  const times = [...money, ...expenses].map(({ first_at: at }) => at.getTime());
  return {
    holder: id === tenantId ? null : { id, name },
    openedAt: opened_at && isoOf(opened_at),
    firstAt: times.length === 0 ? null : isoOf(new Date(Math.min(...times))),
    opening,
    cash,
    expenses: spent,
    expected: opening + cash - spent,
    methods,
  };
}

export function presentRow(row: OpenRow): OwnTaking {
  return {
    id: row.id,
    kind: row.kind,
    paise: row.paise,
    method: classifyPaymentMethod(row.method ?? ''),
    at: isoOf(row.taken_at),
    appointmentId: row.appointment_id,
    personName: row.person_name,
  };
}

export function presentExpense({ id, paise, reason, noted_at: at, name: by }: ExpenseRow): DrawerExpense {
  return { id, paise, reason, at: isoOf(at), by };
}

/**
 * Presents a close. The caller may reopen it with the permission to do so, while its drawer has no
 * later row.
 * @param drawer the drawer as it is now, with the sums of its open period
 */
export function presentClose(
  row: NamedClose,
  drawer: { readonly period: number; readonly isUntouched: boolean } | undefined,
  { tenantId, mayReopen }: { readonly tenantId: TenantId; readonly mayReopen: boolean },
): DrawerClose {
  const expected = row.opening_paise + row.cash_paise - row.expenses_paise;
  const isLast = drawer?.period === row.period + 1 && drawer.isUntouched;
  return {
    id: row.id,
    holder: row.drawer_id === tenantId ? null : { id: row.drawer_id, name: row.holder_name },
    openedAt: row.opened_at && isoOf(row.opened_at),
    closedAt: isoOf(row.closed_at),
    closedBy: row.closed_name,
    opening: row.opening_paise,
    cash: row.cash_paise,
    expenses: row.expenses_paise,
    expected,
    counted: row.counted_paise,
    difference: row.counted_paise - expected,
    handedOver: row.handed_over_paise,
    methods: sumsByMethod(Object.entries(row.methods).map(([method, total]) => ({ method, total }))),
    notes: row.notes,
    note: row.note,
    reopened:
      row.reopened_at === null
        ? null
        : { at: isoOf(row.reopened_at), by: row.reopened_name, reason: row.reopened_reason ?? '' },
    mayReopen: mayReopen && isLast && row.reopened_at === null,
  };
}
