import { allowed, type TenantContext } from '../../../context/request-context.ts';
import type { ChargeRow, PaymentRow } from '../rows/queries.ts';
import type { MoneyRulesRow } from './queries.ts';

/** Returns whether the caller may void a row: their own, or another's with the right to refund. */
export function mayVoid(row: PaymentRow, context: TenantContext): boolean {
  return row.taken_by === context.caller.userId || allowed(context, 'payments.refund');
}

/** Returns whether the caller may remove a charge: their own, or another's with the right to refund. */
export function mayRemoveCharge(
  { added_by: by }: Pick<ChargeRow, 'added_by'>,
  context: TenantContext,
): boolean {
  return by === context.caller.userId || allowed(context, 'payments.refund');
}

/** Returns whether the caller corrects rows of drawers that were closed: owners do. */
export function mayCorrectClosed(context: TenantContext): boolean {
  return allowed(context, 'settings.write');
}

/**
 * Returns the most that the caller may waive of a price, in paise; null without a limit, as for
 * those who may refund.
 */
export function mostDiscount(context: TenantContext, rules: MoneyRulesRow): number | null {
  if (allowed(context, 'payments.refund')) return null;
  return context.caller.role === 'DOCTOR' ? rules.doctor_discount_paise : rules.employee_discount_paise;
}
