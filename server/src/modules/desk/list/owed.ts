import { mostOwed, type Owed } from '@samay/contract/bookings/appointments';
import type { OwedSum } from './list-queries.ts';

/** Returns the dues of bookings: at most `mostOwed` of them are counted, the latest. */
export function getOwed({ total, bookings }: OwedSum): Owed {
  return { total, bookings: Math.min(bookings, mostOwed), hasMore: bookings > mostOwed };
}
