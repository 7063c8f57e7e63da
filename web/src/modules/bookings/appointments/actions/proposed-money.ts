import { type Cancellation, ownReasons } from '@samay/contract/bookings/transitions';
import type { BusinessType } from '@samay/contract/core/roles';

/**
 * Returns the use of the money that a cancel proposes: it is kept as a fee, but for a reason of the
 * business's own, for which it is kept as an advance.
 */
export function proposedMoney(reason: string, businessType: BusinessType): Cancellation {
  const typed = reason.trim().toLowerCase();
  const isOwn = ownReasons[businessType].some((own) => own.toLowerCase() === typed);
  return { money: isOwn ? 'advance' : 'leave' };
}
