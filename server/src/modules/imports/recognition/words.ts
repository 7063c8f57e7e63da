import { wordsIn } from './word-list.ts';
import { plainTyped } from '@samay/contract/core/characters';
import { classifyPaymentMethod, type PaymentMethod } from '@samay/contract/core/money';
import { parseWhole } from '@samay/contract/core/typed/numbers';
import type { Status } from '@samay/contract/bookings/statuses';

const statusWords: Record<Status, readonly string[]> = {
  scheduled: wordsIn(
    `scheduled, booked, confirmed, pending, upcoming, open, new, active, waiting, निर्धारित, बुक`,
  ),
  completed: wordsIn(`completed, complete, done, visited, attended, checked out, checkedout, closed, finished,
    seen, played, paid, पूर्ण, पूरा`),
  cancelled: wordsIn(
    `cancelled, canceled, cancel, cancelled by patient, cancelled by customer, deleted, रद्द`,
  ),
  no_show: wordsIn(`no show, noshow, missed, absent, not come, did not come, dna, अनुपस्थित`),
};
const statuses = new Map(
  (Object.entries(statusWords) as [Status, readonly string[]][]).flatMap(([status, words]) =>
    words.map((word) => [word, status] as const),
  ),
);

/** Reads a status in the words of usual products; undefined for another text. */
export function readStatus(cell: string): Status | undefined {
  const word = plainTyped(cell)
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  return statuses.get(word);
}

const hindiMethods: Readonly<Record<string, PaymentMethod>> = {
  नकद: 'Cash',
  रोकड़: 'Cash',
  कार्ड: 'Card',
  यूपीआई: 'UPI',
};

export function readMethod(cell: string): PaymentMethod {
  return hindiMethods[cell] ?? classifyPaymentMethod(cell);
}

const inHours = /^(\d{1,2})(?:\.(\d{1,2}))?\s*(?:h|hr|hrs|hour|hours|घंटे|घंटा)\.?$/;
const asClock = /^(\d{1,2}):([0-5]\d)(?::\d{2})?$/;

/** Reads a length in minutes: `45`, `45 min`, `1.5 hours`, `1:30`. NaN for what is none. */
export function readMinutes(cell: string): number {
  const text = plainTyped(cell).toLowerCase();
  const [, hours, part = '0'] = inHours.exec(text) ?? [];
  if (hours !== undefined) return Math.round(Number(`${hours}.${part}`) * 60);
  const [, hour, minute] = asClock.exec(text) ?? [];
  if (hour !== undefined) return Number(hour) * 60 + Number(minute);
  return parseWhole(text, 'minutes') ?? Number.NaN;
}

const relations = /^(?:[sdwc]\s*\/\s*o|son of|daughter of|wife of|care of)[\s.:]*/i;

/** Returns the name of a guardian without the relation before it: `S/o`. */
export function withoutRelation(cell: string): string {
  return cell.replace(relations, '');
}

const sums = new Set(
  wordsIn(`total, totals, grand total, sub total, subtotal, sum, count, average, total patients, total
    customers, total bookings, कुल, योग, कुल योग, जोड़, एकूण, NFC`),
);

/** Returns whether a line sums up others: its first value says so. */
export function isSum(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell !== '') ?? '';
  const word = first
    .normalize('NFC')
    .toLowerCase()
    .split(/[:=.\d-]/)[0];
  return sums.has((word ?? '').trim());
}
