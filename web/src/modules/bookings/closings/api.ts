import {
  type Closing,
  type continueClosing,
  getClosing,
  getClosingRules,
  listClosings,
  previewClosing,
} from '@samay/contract/bookings/closings';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import type { Span } from './span.ts';

/** Returns the query of the bookings in a span; without a doctor or court, of the business. */
export function touchedBookings(resourceId: string | null, { from, to }: Span) {
  const query = {
    ...(resourceId !== null && { resource: resourceId }),
    fromDate: from.date,
    fromTime: from.time,
    toDate: to.date,
    toTime: to.time,
  };
  return queryOptions({
    queryKey: ['appointments', 'closings', 'preview', query],
    queryFn: ({ signal }) => call(previewClosing, { query, signal }),
  });
}

export const recentClosings = queryOptions({
  queryKey: ['appointments', 'closings', 'list'],
  queryFn: ({ signal }) => call(listClosings, { signal }),
});

export function oneClosing(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'closings', 'one', id],
    queryFn: ({ signal }) => call(getClosing, { params: { id }, signal }),
  });
}

export const closingRules = queryOptions({
  queryKey: ['availability', 'closing-rules'],
  queryFn: ({ signal }) => call(getClosingRules, { signal }),
});

/** Returns a closing after a step: the handled bookings with their outcome. */
export function afterStep(closing: Closing, { handled }: ReplyOf<typeof continueClosing>): Closing {
  const outcomes = new Map(handled.map((each) => [each.bookingId, each]));
  const bookings = closing.bookings.map((each) => outcomes.get(each.bookingId) ?? each);
  const counts: Closing['counts'] = {};
  for (const { state } of bookings) counts[state] = (counts[state] ?? 0) + 1;
  return { ...closing, bookings, counts, withheld: bookings.filter((each) => each.withheld).length };
}

/** Counts the bookings of a closing that are not handled, or not taken back, yet. */
export function countLeft({ counts }: Pick<Closing, 'counts'>): number {
  return (counts.waiting ?? 0) + (counts.undoing ?? 0);
}

/** Counts those of them with which the user may go on. */
export function countDoable(closing: Pick<Closing, 'counts' | 'withheld'>): number {
  return countLeft(closing) - closing.withheld;
}
