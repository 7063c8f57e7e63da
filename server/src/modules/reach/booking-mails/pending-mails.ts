import { LocalDate, LocalTime } from '@samay/contract/core/time';
import { z } from 'zod';

/** A letter about a booking that is to be sent: what happened, and for a move from where. */
export const BookingNews = z.strictObject({
  change: z.enum(['created', 'cancelled', 'moved']),
  from: z.strictObject({ date: LocalDate, time: LocalTime }).optional(),
});
export type BookingNews = z.infer<typeof BookingNews>;

/** The same with what it is about, as it waits in the outbox. */
export const BookingMail = BookingNews.extend({ tenantId: z.uuid(), appointmentId: z.uuid() });

export interface Unsent extends BookingNews {
  /** It may have arrived all the same: a mail server can take a letter and fail to say so. */
  readonly wasTried: boolean;
}

/**
 * The one letter that is left of what has not been sent and what is new; undefined where there is nothing to tell, since the person never
 * heard of the booking. The letter reads the booking when it leaves, so a move leaves the first letter as it is.
 */
export function merge(unsent: readonly Unsent[], news: BookingNews): BookingNews | undefined {
  let left: Unsent | undefined;
  for (const next of [...unsent, { ...news, wasTried: false }]) left = left ? pair(left, next) : next;
  return left && { change: left.change, ...(left.from && { from: left.from }) };
}

function pair(earlier: Unsent, later: Unsent): Unsent | undefined {
  if (earlier.wasTried || earlier.change === 'cancelled') return later;
  if (later.change === 'cancelled') return earlier.change === 'created' ? undefined : later;
  // From the place that the person was told last.
  return { ...earlier, wasTried: later.wasTried };
}
