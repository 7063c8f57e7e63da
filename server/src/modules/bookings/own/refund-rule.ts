import type { LockedRows } from '../rows/change.ts';
import { refundsOnline } from '../money/online-money.ts';
import type { OwnBusinessRow } from './queries.ts';

/** Lists what goes back through the provider when a person cancels their own booking, by the rule of the business. */
export function ruleRefunds(
  money: Pick<LockedRows, 'rows' | 'online'>,
  business: Pick<OwnBusinessRow, 'refund_rule' | 'refund_percent'>,
  cancelId: string | null,
) {
  const percent = { all: 100, part: business.refund_percent, none: 0 }[business.refund_rule];
  return refundsOnline(money, { percent, reason: 'Cancelled by its person', cancel_id: cancelId });
}
