import type { ClosingSummary } from '@samay/contract/bookings/closings';
import { formatDay, formatTime, indiaDate, indiaTime } from '@samay/contract/core/time';
import { serverNow } from '../../../lib/api/server-clock.ts';

/** Formats who closed and when: `by Asha Kulkarni, 10:42 am`, with the day if it was another. */
export function closedText({ by, closedAt }: Pick<ClosingSummary, 'by' | 'closedAt'>): string {
  const at = new Date(closedAt);
  const date = indiaDate(at);
  const day = date === indiaDate(serverNow()) ? '' : `${formatDay(date)}, `;
  return `${by === null ? 'at' : `by ${by},`} ${day}${formatTime(indiaTime(at))}`;
}
