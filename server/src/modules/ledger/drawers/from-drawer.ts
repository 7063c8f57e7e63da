import { classifyPaymentMethod } from '@samay/contract/core/money';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import { isClosed, type OpenPeriod } from '../rows/drawer-queries.ts';
import type { NewPayment, PaymentRow } from '../rows/queries.ts';
import { listDrawerRows, sumOpenEntries, sumOpenMoney } from './queries.ts';
import { expectedCash, sumPeriod } from './sums.ts';

/** The drawer that cash leaves by request, and whether it may hold less than nothing from then on. */
interface FromDrawer {
  readonly drawer?: string | null | undefined;
  readonly belowZero?: boolean | undefined;
}

/** Returns the id of the drawer that took a row, while its period is open; else null. */
export function openDrawerId(
  row: Pick<PaymentRow, 'drawer_id' | 'drawer_period' | 'corrects_drawer_id'>,
  drawers: readonly OpenPeriod[],
): string | null {
  return isClosed(row, drawers) ? null : row.drawer_id;
}

/**
 * Returns the drawer in which a refund of a row counts. Cash leaves the requested drawer, or that
 * which took the row while it is open; all else counts in the caller's own.
 * @throws `not_found` for a requested drawer that does not exist
 */
export function drawerLeft(
  row: PaymentRow,
  method: string | null | undefined,
  { drawer }: FromDrawer,
  { drawers, own }: { readonly drawers: readonly OpenPeriod[]; readonly own: OpenPeriod | undefined },
): OpenPeriod | undefined {
  if (classifyPaymentMethod(method ?? '') !== 'Cash') return own;
  if (drawer && drawer !== own?.id) return orNotFound(drawers.find(({ id }) => id === drawer));
  const took = drawer ? null : openDrawerId(row, drawers);
  return drawers.find(({ id }) => id === took) ?? own;
}

/**
 * Asserts that no drawer holds less than nothing after cash was given back or a payment in cash was
 * voided, unless the caller has agreed to it. Corrections of closed drawers and imported money leave none. A row without a drawer
 * leaves one that does not exist yet.
 * @throws `drawer.below_zero`
 */
export async function assertCashThere(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  payments: readonly NewPayment[],
  { belowZero }: FromDrawer,
): Promise<void> {
  if (belowZero) return;
  const cash = payments.filter(
    ({ method, source, corrects_drawer_id: corrected }) =>
      classifyPaymentMethod(method ?? '') === 'Cash' && corrected === null && source !== 'imported',
  );
  const movedBy = [...Map.groupBy(cash, ({ drawer_id: id }) => id)];
  const leftBy = new Map(movedBy.filter(([, rows]) => rows.reduce((sum, row) => sum + row.paise, 0) < 0));
  const ids = [...leftBy.keys()].filter((id) => id !== null);
  if (leftBy.size === 0) return;
  const found = await runTogether(tx, work, {
    drawers: listDrawerRows({}),
    money: sumOpenMoney({ ids }),
    entries: sumOpenEntries({ ids }),
  });
  for (const [id, rows] of leftBy) {
    const isInDrawer = ({ drawer_id: of }: { readonly drawer_id: string }) => of === id;
    const drawer = found.drawers.find((row) => row.id === id) ?? { opening_paise: 0 };
    const sums = { money: found.money.filter(isInDrawer), entries: found.entries.filter(isInDrawer) };
    const paise = rows.reduce((sum, row) => sum + row.paise, expectedCash(sumPeriod(drawer, sums)));
    assertThat(paise >= 0, 'drawer.below_zero');
  }
}
