import type { Summary, SummaryPeriod } from '@samay/contract/desk/summary';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { Wording } from '@samay/contract/core/wording';
import { compare, type Comparison } from '../comparison.ts';
import { shareText } from '../amount-text.ts';

/** A number with the rows that it opens: a list, and its search parameters. */
export interface SummaryCell {
  readonly text: string;
  readonly below?: string;
  /** The word after `below`, for screen readers: there is no room for it. */
  readonly unit?: string;
  readonly opens: 'transactions' | 'list' | 'people';
  readonly search: Readonly<Record<string, string>>;
}

export interface SummaryRow {
  readonly key: string;
  readonly name: string;
  readonly trend?: Comparison | null;
  readonly cells: Readonly<Record<SummaryPeriod, SummaryCell>>;
  /** The amounts in paise that decide the widths of a part's bars. */
  readonly amounts?: { readonly month: number; readonly before: number };
}

export const periods: readonly SummaryPeriod[] = ['today', 'month', 'before'];

/** Returns the rows of revenue, balance due, no-shows, new people and sold open time. */
export function mainRows(summary: Summary, words: Wording): SummaryRow[] {
  const { taken, due, noShows, newPeople, sold } = summary;
  const listed = (period: SummaryPeriod, filter: Readonly<Record<string, string>>) => ({
    opens: 'list' as const,
    search: { ...periodDays(summary, period), ...filter },
  });
  return [
    {
      ...takenRow('taken', 'Revenue', taken, { summary, words }),
      trend: compare(taken.month.total, taken.before.total),
    },
    row('due', 'Due', (period) => {
      const { total, bookings, hasMore } = due[period];
      return {
        text: formatRupees(total),
        ...countText(bookings, words, hasMore ? 'from the latest' : 'from'),
        ...listed(period, { due: 'yes' }),
      };
    }),
    row('no-shows', 'No-shows', (period) => ({
      text: formatCount(noShows[period]),
      ...listed(period, { status: 'no_show' }),
    })),
    {
      ...row('new', `New ${words.people}`, (period) => ({
        text: formatCount(newPeople[period]),
        opens: 'people',
        search: periodDays(summary, period),
      })),
      trend: compare(newPeople.month, newPeople.before),
    },
    row('sold', 'Open time sold', (period) => {
      const { open, occupied } = sold[period];
      const below = open === 0 ? 'closed' : `${getHours(occupied)} of ${getHours(open)} h`;
      return {
        text: open === 0 ? '—' : shareText(occupied, open),
        below,
        ...listed(period, { occupies: 'yes' }),
      };
    }),
  ];
}

export function methodRows(summary: Summary, words: Wording): SummaryRow[] {
  return summary.methods.map(({ method, taken }) =>
    takenRow(method, method, taken, { summary, words, narrow: { method } }),
  );
}

/**
 * Returns the rows by doctor or court. Bookings without one have a name that matches none, or are
 * older than the doctors or courts.
 */
export function resourceRows(summary: Summary, words: Wording): SummaryRow[] {
  return summary.resources.map(({ id, name, taken }) =>
    takenRow(id ?? 'none', name ?? `No ${words.resource}`, taken, {
      summary,
      words,
      narrow: { resource: id ?? 'none' },
    }),
  );
}

interface TakenOptions {
  readonly summary: Summary;
  readonly words: Wording;
  readonly narrow?: Readonly<Record<string, string>>;
}

function takenRow(
  key: string,
  name: string,
  taken: Summary['taken'],
  { summary, words, narrow }: TakenOptions,
): SummaryRow {
  const cells = row(key, name, (period) => ({
    text: formatRupees(taken[period].total),
    ...countText(taken[period].bookings, words),
    opens: 'transactions',
    search: { period: 'custom', ...summary.days[period], ...narrow },
  }));
  return { ...cells, amounts: { month: taken.month.total, before: taken.before.total } };
}

function row(key: string, name: string, cell: (period: SummaryPeriod) => SummaryCell): SummaryRow {
  return { key, name, cells: { today: cell('today'), month: cell('month'), before: cell('before') } };
}

function periodDays({ days }: Summary, period: SummaryPeriod): { since: string; until: string } {
  return { since: days[period].from, until: days[period].to };
}

function countText(bookings: number, words: Wording, from = 'from'): { below: string; unit: string } {
  return { below: `${from} ${formatCount(bookings)}`, unit: bookings === 1 ? words.booking : words.bookings };
}

/** Formats minutes as hours, with one decimal below ten. */
function getHours(minutes: number): string {
  return formatCount(minutes < 600 ? Math.round(minutes / 6) / 10 : Math.round(minutes / 60));
}
