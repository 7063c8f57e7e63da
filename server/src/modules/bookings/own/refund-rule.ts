import type { LockedRows } from '../rows/change.ts';
import { cancelledByPerson, refundsOnline } from '../money/online-money.ts';

/**
 * Lists what goes back through the provider when a person cancels their own booking, by the rule that they read
 * before they paid.
 */
export function ruleRefunds(money: Pick<LockedRows, 'rows' | 'online'>, cancelId: string | null) {
  return refundsOnline(money, { byRule: true, reason: cancelledByPerson, cancel_id: cancelId });
}
