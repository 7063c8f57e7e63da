import type { Summary } from '@samay/contract/desk/summary';
import { formatDate, type LocalDate } from '@samay/contract/core/time';
import { formatCount } from '@samay/contract/core/money';
import type { Wording } from '@samay/contract/core/wording';

/**
 * Formats the days of a period for the head of its column: `1–23 Nov`; the first of a month alone
 * is `1 Nov`.
 */
export function daysText({ from, to }: { readonly from: LocalDate; readonly to: LocalDate }): string {
  const [day, month] = formatDate(to).split(' ');
  return from === to ? `${day} ${month}` : `${formatDate(from).split(' ')[0]}–${day} ${month}`;
}

/** Explains the comparison if the last month is shorter than the days compared. */
export function shorterText({ month, before }: Summary['days']): string | undefined {
  if (before.to.slice(8) === month.to.slice(8)) return undefined;
  // Only the 29th to the 31st may be missing.
  const day = Number(month.to.slice(8));
  return `Compared with ${daysText(before)}: that month has no ${day}${day === 31 ? 'st' : 'th'}.`;
}

/** Explains which numbers count bookings that the plan hides. */
export function hiddenText(hidden: number, { booking, bookings }: Wording): string {
  const [noun, are] = hidden === 1 ? [booking, 'is'] : [bookings, 'are'];
  return (
    `${formatCount(hidden)} ${noun} ${are} beyond your plan's limit: ` +
    'counted in what is taken and sold, and not listed.'
  );
}
