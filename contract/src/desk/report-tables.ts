import type { DayRange } from '../core/day-range.ts';
import { formatDate } from '../core/time.ts';
import { capitalise, type Wording } from '../core/wording.ts';
import type { BridgeLine, ReportLine, ReportName, Reports } from './reports.ts';

/** A cell: text, an amount in paise, or a number of bookings or people. */
export type ReportCell = string | number;

/** A table as the page shows it and the file has it. */
export interface ReportTable {
  readonly title: string;
  readonly columns: readonly { readonly name: string; readonly is: 'text' | 'paise' | 'count' }[];
  readonly rows: readonly (readonly ReportCell[])[];
  /** The last line of the table; absent where lines do not add up to anything. */
  readonly foot?: readonly ReportCell[];
}

/** Names each line between received and revenue. */
const bridgeTexts: Record<BridgeLine, (words: Wording) => string> = {
  earlier_bookings: ({ bookings }) => `Taken for ${bookings} of earlier days`,
  later_bookings: ({ bookings }) => `Taken for ${bookings} of later days`,
  ended_bookings: ({ bookings }) => `Taken for cancelled and missed ${bookings}`,
  other_fees: () => 'Kept as cancellation fees on other days',
  refunds: () => 'Given back for any of these',
  voids: () => 'Voided of any of these',
  advances_taken: () => 'Advances taken',
  advances_returned: () => 'Advances given back',
  advances_voided: () => 'Advances voided',
  advances_spent: ({ bookings }) => `Advances spent on ${bookings} of these days`,
  advances_kept: ({ bookings }) => `Moved from ${bookings} of these days to advances`,
  taken_before: ({ bookings }) => `Taken before these days for ${bookings} of these days`,
  fees_taken_before: () => 'Taken before these days and kept as cancellation fees',
  taken_after: ({ bookings }) => `Taken after these days for ${bookings} of these days`,
  imported: ({ bookings }) => `Brought in with ${bookings} of these days, and received before Samay`,
};

/** Builds each table of the reports of a range of days. */
export const reportTables: Record<
  ReportName,
  (reports: Reports, words: Wording, range: DayRange) => ReportTable
> = {
  bridge: ({ received, bridge, revenue }, words) => ({
    title: 'From received to revenue',
    columns: [
      { name: 'Line', is: 'text' },
      { name: 'Amount', is: 'paise' },
    ],
    rows: [['Received', received], ...bridge.map(({ line, paise }) => [bridgeTexts[line](words), paise])],
    foot: ['Revenue', revenue],
  }),
  resources: (reports, words) => ({
    title: `By ${words.resource}`,
    ...countedTable(capitalise(words.resource), reports.resources, { none: `No ${words.resource}` }, words),
  }),
  services: (reports, words) => ({
    title: 'By service',
    ...countedTable('Service', reports.services, { none: 'No service' }, words),
  }),
  methods: ({ methods }) => ({
    title: 'By method',
    ...sumsTable(
      'Method',
      methods.map(({ method, ...sums }) => ({ label: method, ...sums })),
    ),
  }),
  people: ({ people }) => ({
    title: 'By who took it',
    ...sumsTable(
      'Taken by',
      people.map((line) => ({
        ...line,
        label: labelLine(line, { none: 'Not known', advance: 'Spent from advances' }),
      })),
    ),
  }),
  discounts: ({ discounts: { total, lines } }, words) => {
    const others = total - lines.reduce((sum, { paise }) => sum + paise, 0);
    return {
      title: 'Discounts given',
      columns: [
        { name: 'Reason', is: 'text' },
        { name: 'Given by', is: 'text' },
        { name: capitalise(words.bookings), is: 'count' },
        { name: 'Discount', is: 'paise' },
      ],
      rows: [
        ...lines.map(({ reason, name, bookings, paise }) => [reason, name ?? 'Not known', bookings, paise]),
        ...(others === 0 ? [] : [['Other reasons', '', '', others]]),
      ],
      foot: ['Total', '', '', total],
    };
  },
  advances: ({ advances }, words, { from, to }) => ({
    title: 'Advances',
    columns: [
      { name: 'Line', is: 'text' },
      { name: 'Amount', is: 'paise' },
    ],
    rows: [
      [`Held before ${formatDate(from)}`, advances.before],
      ['Taken', advances.taken],
      ['Given back', advances.returned],
      ['Voided', advances.voided],
      [`Moved from ${words.bookings}`, advances.kept],
      [`Spent on ${words.bookings}`, advances.spent],
    ],
    foot: [`Held at the end of ${formatDate(to)}`, advances.held],
  }),
  holders: ({ advances: { holders, held, people } }, words) => {
    const listed = holders.reduce((sum, { paise }) => sum + paise, 0);
    return {
      title: 'Who has an advance',
      columns: [
        { name: capitalise(words.person), is: 'text' },
        { name: 'Advance', is: 'paise' },
      ],
      rows: [
        ...holders.map(({ name, paise }) => [name, paise]),
        ...(people > holders.length ? [[`${people - holders.length} more`, held - listed]] : []),
      ],
      foot: ['Total', held],
    };
  },
  dues: ({ dues }, words) => ({
    title: 'Due today, by age',
    columns: [
      { name: `Days since the ${words.booking}`, is: 'text' },
      { name: capitalise(words.bookings), is: 'count' },
      { name: 'Due', is: 'paise' },
    ],
    rows: dues.map(({ from, until, bookings, paise }) => [
      until === null ? `more than ${from - 1}` : `${from} to ${until}`,
      bookings,
      paise,
    ]),
    foot: [
      'Total',
      dues.reduce((sum, { bookings }) => sum + bookings, 0),
      dues.reduce((sum, { paise }) => sum + paise, 0),
    ],
  }),
};

type Labels = { readonly none: string; readonly advance?: string };

/** Names a line: by its name, or by what it is without one. */
export function labelLine({ is, name }: Pick<ReportLine, 'is' | 'name'>, labels: Labels): string {
  if (is === 'none') return labels.none;
  if (is === 'advance') return labels.advance ?? 'Advances';
  return name ?? 'Not known';
}

function countedTable(
  of: string,
  lines: Reports['resources'],
  labels: Labels,
  words: Wording,
): Omit<ReportTable, 'title'> {
  return {
    columns: [
      { name: of, is: 'text' },
      { name: capitalise(words.bookings), is: 'count' },
      { name: 'Received', is: 'paise' },
      { name: 'Revenue', is: 'paise' },
    ],
    rows: lines.map((line) => [labelLine(line, labels), line.bookings, line.received, line.revenue]),
    foot: [
      'Total',
      lines.reduce((sum, { bookings }) => sum + bookings, 0),
      lines.reduce((sum, { received }) => sum + received, 0),
      lines.reduce((sum, { revenue }) => sum + revenue, 0),
    ],
  };
}

function sumsTable(
  of: string,
  lines: readonly { readonly label: string; readonly received: number; readonly revenue: number }[],
): Omit<ReportTable, 'title'> {
  return {
    columns: [
      { name: of, is: 'text' },
      { name: 'Received', is: 'paise' },
      { name: 'Revenue', is: 'paise' },
    ],
    rows: lines.map(({ label, received, revenue }) => [label, received, revenue]),
    foot: [
      'Total',
      lines.reduce((sum, { received }) => sum + received, 0),
      lines.reduce((sum, { revenue }) => sum + revenue, 0),
    ],
  };
}
