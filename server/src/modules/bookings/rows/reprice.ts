import { randomUUID } from 'node:crypto';
import { userIdOf } from '../../../context/actor.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import type { NewDiscount } from '../../ledger/index.ts';
import type { AppointmentChanges } from './queries.ts';
import type { ChangedBooking } from './write.ts';

interface Repriced {
  readonly columns: AppointmentChanges;
  readonly discounts: readonly NewDiscount[];
}

/**
 * Computes the discount of a booking at its new place, up to the price there: the one that was
 * given, or none of a free follow-up out of its days. Ends that one where the service changes.
 */
export function reprice(
  { actor, now }: BookingContext,
  { before, after }: Pick<ChangedBooking, 'before' | 'after'>,
  { price_paise: price, service_id: service }: AppointmentChanges,
): Repriced {
  const until = before.free_until;
  const isOtherService = until !== null && service !== undefined && service !== before.service_id;
  const isOut = until !== null && after.appointment_date > until;
  const most = price ?? 0;
  const discount = isOtherService || isOut ? 0 : Math.min(before.waived_paise ?? most, most);
  const paise = discount - before.discount_paise;
  const row = (reason: string): NewDiscount => ({
    id: randomUUID(),
    appointment_id: before.id,
    paise,
    reason,
    given_at: now,
    given_by: userIdOf(actor),
  });
  return {
    columns: {
      ...(paise !== 0 && { discount_paise: discount }),
      ...(isOtherService && { waived_paise: 0, free_until: null }),
    },
    discounts: paise === 0 ? [] : [row(reasonFor(isOtherService, isOut))],
  };
}

function reasonFor(isOtherService: boolean, isOut: boolean): string {
  if (isOtherService) return 'Another service';
  return isOut ? 'Outside its free days' : 'Price changed';
}
