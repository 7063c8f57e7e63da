import type { LockedRows } from '../rows/change.ts';
import { cancelledByPerson, percentOf, type RefundRuleRow, refundsOnline } from '../money/online-money.ts';

/** Lists what goes back through the provider when a person cancels their own booking, by the rule of the business. */
export function ruleRefunds(
  money: Pick<LockedRows, 'rows' | 'online'>,
  business: RefundRuleRow,
  cancelId: string | null,
) {
  const percent = percentOf(business);
  return refundsOnline(money, { percent, reason: cancelledByPerson, cancel_id: cancelId });
}
