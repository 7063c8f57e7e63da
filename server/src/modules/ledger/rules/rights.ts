import { allowed, type TenantContext } from '../../../context/request-context.ts';
import type { ChargeRow, PaymentRow } from '../rows/queries.ts';
import type { MoneyRulesRow } from './queries.ts';

/** Returns whether the caller may void a row: their own, or another's with the right to refund. */
export function mayVoid(row: PaymentRow, context: TenantContext): boolean {
  return row.taken_by === context.caller.userId || allowed(context, 'payments.refund');
}

/**
 * Returns whether the caller may remove a charge: their own, or another's up to what they may waive.
 * @param most what they may waive, in paise (`mostDiscount`)
 */
export function mayRemoveCharge(
  { added_by: by, paise }: Pick<ChargeRow, 'added_by' | 'paise'>,
  { caller }: TenantContext,
  most: number | null,
): boolean {
  return by === caller.userId || most === null || paise <= most;
}

/** Returns whether the caller corrects rows of drawers that were closed: owners do. */
export function mayCorrectClosed(context: TenantContext): boolean {
  return allowed(context, 'settings.write');
}

/**
 * Returns the most that the caller may waive of a price, in paise; null without a limit, as for
 * those who may refund.
 * @param allowedPaise what refunds and advances have let the booking off already
 */
export function mostDiscount(
  context: TenantContext,
  rules: MoneyRulesRow,
  allowedPaise: number,
): number | null {
  if (allowed(context, 'payments.refund')) return null;
  const most = context.caller.role === 'DOCTOR' ? rules.doctor_discount_paise : rules.employee_discount_paise;
  return most === null ? null : Math.max(0, most - allowedPaise);
}
