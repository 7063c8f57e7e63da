import type { AuditLine } from '@samay/contract/audit/audit-log';
import { formatRupees } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatDate, formatDay, formatTime, indiaDate } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { valueNames } from './detail-wording.ts';

/** The values of a booking in an audit row: those that changed, or all of a new one. */
interface Values {
  readonly date?: string;
  readonly time?: string;
  readonly resource?: string | null;
  readonly service?: string | null;
  readonly status?: string;
  readonly duration?: number | null;
  readonly price?: number | null;
  /** The minutes after its time at which the person comes. */
  readonly delay?: number | null;
  readonly charges?: number | null;
  readonly discount?: number | null;
  /** The part that refunds have let the booking off. */
  readonly allowed?: number | null;
  readonly amount?: number | null;
  readonly method?: string | null;
  /** Whether a payment reference was noted. */
  readonly paymentId?: boolean;
}
type Reading = Pick<AuditLine, 'at' | 'names'> & { readonly businessType: BusinessType };
type Format = (was: Values, is: Values, reading: Reading) => string;

/** The keys of an entry's detail that `bookingText` formats. */
export const bookingKeys: ReadonlySet<string> = new Set([
  'date',
  'time',
  'before',
  'after',
  'paise',
  'method',
]);

/**
 * Formats the booking of an entry and its changes: `27 Nov 5:00 pm` and `Scheduled → Cancelled`.
 * `start` is empty if it changed, and for a new booking.
 */
export function bookingText(
  { at, names, detail }: Pick<AuditLine, 'at' | 'names' | 'detail'>,
  businessType: BusinessType,
): { readonly start: string; readonly changes: readonly string[] } {
  const { before, after, ...values } = detail as { before?: Values; after?: Values; paise?: number } & Values;
  const reading: Reading = { at, names, businessType };
  const given =
    values.paise === undefined ? [] : [`${formatRupees(values.paise)} ${values.method ?? ''}`.trim()];
  const changes = before ? changed(before, after ?? {}, reading) : started(after ?? {}, reading);
  return {
    start: values.date === undefined ? '' : formatStart(values, reading),
    changes: [...given, ...changes],
  };
}

/** The format of each field that may have changed, in the order in which changes are listed. */
const formats: readonly (readonly [keyof Values, Format])[] = [
  ['date', startText],
  ['resource', ({ resource: was }, { resource: is }, reading) => namedText('resource', was, is, reading)],
  ['service', ({ service: was }, { service: is }, reading) => namedText('service', was, is, reading)],
  ['duration', (was, is) => arrow(minutes(was.duration), minutes(is.duration))],
  ['price', (was, is) => `price ${arrow(rupees(was.price), rupees(is.price))}`],
  ['status', (was, is) => arrow(getStatus(was), getStatus(is))],
  ['delay', (was, is) => `delay ${arrow(minutes(was.delay), minutes(is.delay))}`],
  ['charges', (was, is) => `charges ${arrow(rupees(was.charges), rupees(is.charges))}`],
  ['discount', (was, is) => `discount ${arrow(rupees(was.discount), rupees(is.discount))}`],
  ['allowed', (was, is) => `no longer owed ${arrow(rupees(was.allowed), rupees(is.allowed))}`],
  ['amount', (was, is) => `amount ${arrow(rupees(was.amount), rupees(is.amount))}`],
  ['method', (was, is) => `method ${arrow(was.method ?? null, is.method ?? null)}`],
  ['paymentId', referenceText],
];

function changed(was: Values, is: Values, reading: Reading): string[] {
  return formats.filter(([name]) => name in is).map(([, format]) => format(was, is, reading));
}

/** Lists the values of a new booking. */
function started(is: Values, reading: Reading): string[] {
  const { names } = reading;
  const paid = is.amount === undefined ? undefined : rupees(is.amount);
  return [
    is.date === undefined ? undefined : formatStart(is, reading),
    names[is.resource ?? ''],
    names[is.service ?? ''],
    minutes(is.duration),
    is.price === undefined ? undefined : `price ${rupees(is.price)}`,
    paid && is.method ? `${paid} ${is.method}` : (paid ?? is.method),
    is.paymentId ? 'payment reference noted' : undefined,
  ].filter((text) => typeof text === 'string');
}

/** Formats a move. The day is shown once if only the time changed. */
function startText(was: Values, is: Values, reading: Reading): string {
  const time = formatTime(is.time ?? '');
  return `${formatStart(was, reading)} → ${was.date === is.date ? time : formatStart(is, reading)}`;
}

/** Formats a booking's date and time, with the year if it is not that of the entry. */
function formatStart({ date = '', time = '' }: Values, { at }: Reading): string {
  const isOfYear = date.slice(0, 4) === indiaDate(new Date(at)).slice(0, 4);
  return `${isOfYear ? formatDay(date) : formatDate(date)} ${formatTime(time)}`;
}

/** Formats a change of doctor, court or service; without a name if the reader gets none. */
function namedText(
  kind: 'resource' | 'service',
  was: string | null | undefined,
  is: string | null | undefined,
  { names, businessType }: Reading,
): string {
  const another = `another ${kind === 'resource' ? wording[businessType].resource : 'service'}`;
  const [from, to] = [names[was ?? ''], names[is ?? ''] ?? another];
  return from ? `${from} → ${to}` : to;
}

function referenceText(was: Values, is: Values): string {
  if (!is.paymentId) return 'payment reference removed';
  return `payment reference ${was.paymentId ? 'changed' : 'noted'}`;
}

/** Joins two values; a new one is named alone. */
function arrow(was: string | null, is: string | null): string {
  return was === null ? (is ?? 'none') : `${was} → ${is ?? 'none'}`;
}

function getStatus({ status = '' }: Values): string {
  return valueNames[status] ?? status;
}

function rupees(paise: number | null | undefined): string | null {
  return typeof paise === 'number' ? formatRupees(paise) : null;
}

function minutes(count: number | null | undefined): string | null {
  return typeof count === 'number' ? `${count} min` : null;
}
