import { classifyPaymentMethod, type PaymentMethod } from '@samay/contract/core/money';
import {
  type BridgeLine,
  bridgeLines,
  dueAges,
  type ReportLine,
  type Reports,
} from '@samay/contract/desk/reports';
import type { Sum } from '../revenue/queries.ts';
import type {
  AdvanceSums,
  DiscountRow,
  DueRow,
  HolderRow,
  ReceivedRow,
  RevenueMoneyRow,
  RevenueRow,
} from './queries.ts';

/** The rows of which the reports are built. */
export interface ReportRows {
  readonly bookings: readonly RevenueRow[];
  readonly money: readonly RevenueMoneyRow[];
  /** The revenue by the noted text of its methods. */
  readonly texts: readonly (Sum & { readonly text: string })[];
  readonly received: readonly ReceivedRow[];
  readonly discounts: readonly DiscountRow[];
  readonly advances: readonly AdvanceSums[];
  readonly holders: readonly HolderRow[];
  readonly dues: readonly DueRow[];
}

/** Builds the reports from the sums of the rows of money and of bookings. */
export function buildReports(rows: ReportRows): Reports {
  const { bookings, money, received, discounts, holders } = rows;
  const [advances = noAdvances] = rows.advances;
  return {
    received: sumPaise(received),
    revenue: sumPaise(bookings),
    bookings: bookings.reduce((sum, row) => sum + row.bookings, 0),
    resources: byBooking(rows, (row) => named(row.resource_id, row.resource_name)),
    services: byBooking(rows, (row) => named(row.service_id, row.service_name)),
    methods: byMethod(rows),
    people: byUser(received, money),
    bridge: buildBridge(received, money),
    discounts: {
      total: discounts[0]?.total ?? 0,
      lines: discounts.map(({ total: _total, ...line }) => line),
    },
    advances: {
      ...advances,
      people: holders[0]?.people ?? 0,
      holders: holders.map(({ id, name, paise }) => ({ id, name, paise })),
    },
    dues: dueAges.map((age, place) => {
      const due = rows.dues.find((row) => row.age === place);
      return { ...age, bookings: due?.bookings ?? 0, paise: due?.paise ?? 0 };
    }),
  };
}

const noAdvances: AdvanceSums = { before: 0, taken: 0, returned: 0, voided: 0, kept: 0, spent: 0, held: 0 };

function sumPaise(rows: readonly { readonly paise: number }[]): number {
  return rows.reduce((sum, { paise }) => sum + paise, 0);
}

type Named = Pick<ReportLine, 'is' | 'id' | 'name'>;

const none: Named = { is: 'none', id: null, name: null };
const advance: Named = { is: 'advance', id: null, name: null };

function named(id: string | null, name: string | null): Named {
  return id === null || name === null ? none : { is: 'named', id, name };
}

interface SumLine {
  received: number;
  revenue: number;
  bookings: number;
}

/** Collects sums by key, the largest revenue first, then what was received. */
class Lines<Key extends object> {
  readonly #lines = new Map<string, Key & SumLine>();

  add(key: Key, sums: Partial<SumLine>): void {
    const text = JSON.stringify(key);
    const line = this.#lines.get(text) ?? { ...key, received: 0, revenue: 0, bookings: 0 };
    line.received += sums.received ?? 0;
    line.revenue += sums.revenue ?? 0;
    line.bookings += sums.bookings ?? 0;
    this.#lines.set(text, line);
  }

  /** Returns the lines that have anything. */
  list(): (Key & SumLine)[] {
    return [...this.#lines]
      .filter(([, { received, revenue, bookings }]) => received !== 0 || revenue !== 0 || bookings !== 0)
      .toSorted(
        ([key, one], [other, than]) =>
          than.revenue - one.revenue || than.received - one.received || (key < other ? -1 : 1),
      )
      .map(([, line]) => line);
  }
}

function byBooking(
  { bookings, received }: ReportRows,
  name: (row: RevenueRow | ReceivedRow) => Named,
): Reports['resources'] {
  const lines = new Lines<Named>();
  for (const row of bookings) lines.add(name(row), { revenue: row.paise, bookings: row.bookings });
  for (const row of received)
    lines.add(row.taken_for === 'advance' ? advance : name(row), { received: row.paise });
  return lines.list();
}

function byUser(received: readonly ReceivedRow[], money: readonly RevenueMoneyRow[]): Reports['people'] {
  const lines = new Lines<Named>();
  for (const row of received) lines.add(named(row.taken_by, row.name), { received: row.paise });
  for (const row of money)
    lines.add(isMoved(row) ? advance : named(row.taken_by, row.name), { revenue: row.paise });
  return lines.list().map(({ bookings: _none, ...line }) => line);
}

/** Divides revenue as its own page does: what was given back lowers the method that was paid by. */
function byMethod({ received, texts }: ReportRows): Reports['methods'] {
  const lines = new Lines<{ method: PaymentMethod }>();
  for (const { method, paise } of received)
    lines.add({ method: classifyPaymentMethod(method ?? '') }, { received: paise });
  for (const { text, total } of texts) lines.add({ method: classifyPaymentMethod(text) }, { revenue: total });
  return lines.list().map(({ bookings: _none, ...line }) => line);
}

/** Returns whether the money came from an advance, or was moved to one. */
function isMoved({ taken }: RevenueMoneyRow): boolean {
  return taken === 'spent' || taken === 'kept';
}

const takenFor: Partial<Record<ReceivedRow['taken_for'], BridgeLine>> = {
  earlier: 'earlier_bookings',
  later: 'later_bookings',
  ended: 'ended_bookings',
  fee: 'other_fees',
  advance: 'advances_taken',
};
const refundLine = (row: ReceivedRow) => (row.taken_for === 'advance' ? 'advances_returned' : 'refunds');
const voidLine = (row: ReceivedRow) => (row.taken_for === 'advance' ? 'advances_voided' : 'voids');
const takenLines: Partial<Record<RevenueMoneyRow['taken'], BridgeLine>> = {
  before: 'taken_before',
  imported: 'imported',
  after: 'taken_after',
  spent: 'advances_spent',
  kept: 'advances_kept',
};

function chooseLine({ taken, is_fee: isFee }: RevenueMoneyRow): BridgeLine | undefined {
  if (isFee && taken === 'before') return 'fees_taken_before';
  return takenLines[taken];
}

/**
 * Builds the lines from received to revenue. Money that was received for bookings of the range is in both;
 * every other row is in one of them, and in one line.
 */
function buildBridge(received: readonly ReceivedRow[], money: readonly RevenueMoneyRow[]): Reports['bridge'] {
  const sums = new Map<BridgeLine, number>();
  const add = (line: BridgeLine | undefined, paise: number) => {
    if (line) sums.set(line, (sums.get(line) ?? 0) + paise);
  };
  for (const row of received) {
    const line = takenFor[row.taken_for];
    if (line === undefined) continue;
    if (row.kind === 'refund') add(refundLine(row), -row.paise);
    else if (row.kind === 'void') add(voidLine(row), -row.paise);
    else add(line, -row.paise);
  }
  for (const row of money) add(chooseLine(row), row.paise);
  return bridgeLines.map((line) => ({ line, paise: sums.get(line) ?? 0 })).filter(({ paise }) => paise !== 0);
}
