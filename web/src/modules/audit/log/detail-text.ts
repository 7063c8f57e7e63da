import type { AuditLine } from '@samay/contract/audit/audit-log';
import { isErrorCode, sentenceFor } from '@samay/contract/core/errors';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatDate, LocalDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { bookingKeys, bookingText } from './booking-text.ts';
import { becauseTexts, byTexts, fieldNames, valueNames } from './detail-wording.ts';

type Detail = Readonly<Record<string, unknown>>;
type Says = (value: unknown, detail: Detail, businessType: BusinessType) => string | null;

/**
 * Formats the details of an entry as readable text: `Sunita Patil, 27 Nov 5:00 pm: Scheduled →
 * Cancelled`, `From Basic to Premium`. Empty if they add nothing to the action.
 */
export function detailText(line: AuditLine, businessType: BusinessType = 'doctor'): string {
  const { detail, reason } = line;
  const others = Object.entries(detail)
    .filter(
      ([name, value]) =>
        !bookingKeys.has(name) && value !== null && value !== undefined && value !== '' && !isId(value),
    )
    .map(([name, value]) =>
      Object.hasOwn(says, name) ? says[name]?.(value, detail, businessType) : anyText(name, value),
    );
  return [mainText(line, businessType), ...others, reason && `Reason: ${reason}`]
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .map((text, at) => (at === 0 && line.subject?.name ? text : capitalise(text)))
    .join('. ');
}

/** Formats the person of an entry, the booking, and the values that changed. */
function mainText(line: AuditLine, businessType: BusinessType): string {
  const { action, subject, names, detail } = line;
  const { start, changes } = bookingText(line, businessType);
  const other = typeof detail['other'] === 'string' ? (names[detail['other']] ?? erased) : undefined;
  const who = [subject && (subject.name ?? erased), start].filter(Boolean).join(', ');
  if (subject && other !== undefined)
    return action === 'people.merged' ? `${other} into ${who}` : `${other} and ${who}`;
  const fields = listed(((detail['changed'] ?? []) as string[]).map(fieldName));
  const changedFields = who === '' || fields === '' ? fields : `${fields} changed`;
  const what = [...changes, changedFields].filter(Boolean).join(', ');
  return [who, what].filter(Boolean).join(': ');
}

const erased = 'Erased person';

const nothing: Says = () => null;

/** The formatter of each key that the details of an entry may have. */
const says: Readonly<Record<string, Says>> = {
  changed: nothing, // in `mainText`, as `other` is
  other: nothing,
  bookings: (value, _, businessType) => countedBookings(value, businessType),
  booking: nothing,
  payment: nothing,
  noted: nothing, // shown with the row that has the reason
  discount: nothing,
  resource: nothing, // an id without a name
  drawer: nothing,
  money: (value) => (value === 'advance' ? 'Money kept as an advance' : 'Money given back'),
  expected: (value) => `Expected ${formatRupees(Number(value))}`,
  counted: (value) => `counted ${formatRupees(Number(value))}`,
  series: () => 'In a series',
  walkIn: () => 'Walk-in',
  online: () => 'Asked for on the public page',
  overbooked: () => 'Booked over another one',
  was: wasText,
  becomes: nothing, // shown together with `was`
  role: (value, detail) => (detail['was'] === undefined ? `As ${named(value)}` : null),
  from: (value, { to }) => `${dayText(value)} to ${dayText(to)}`,
  to: (value, { from }) => (from === undefined ? `Now ${named(value)}` : null),
  move: (value) => `${formatCount(Number(value))} to move`,
  cancel: (value) => `${formatCount(Number(value))} to cancel`,
  keep: (value) => `${formatCount(Number(value))} kept`,
  employees: (value) => (value === true ? 'Employees may' : 'Employees may not'),
  rows: (value) => counted(value, 'row'),
  queued: (value) => `${counted(value, 'message')} sent again`,
  events: (value) => counted(value, 'event'),
  ended: (value) => `${counted(value, 'session')} ended`,
  displaced: (value) => (value === 0 ? null : `${counted(value, 'older session')} ended`),
  shown: (value) => `${formatCount(Number(value))} shown`,
  upiId: (value) => `UPI id ${String(value)}`,
  isOn: (value) => (value === true ? 'Turned on' : 'Turned off'),
  searched: (value) => (value === true ? 'By a search' : null),
  download: (value) => (value === true ? 'As a download' : null),
  withBusiness: (value) => (value === true ? 'With the business' : null),
  replaced: () => 'In place of an earlier one',
  status: (value) => (value === 'all' ? null : named(value)),
  state: named,
  plan: named,
  kind: named,
  businessType: named,
  amount: (value) => formatRupees(Number(value)),
  by: (value) => byTexts[String(value)] ?? anyText('by', value),
  because: becauseText,
  reason: (value) => becauseTexts[String(value)] ?? `Reason: ${String(value)}`,
  path: (value) => `About ${String(value).split('/')[2]?.replaceAll('-', ' ') ?? String(value)}`,
  // Keys that repeat the action, or that only the program needs.
  file: nothing,
  order: nothing,
  issuer: nothing,
};

/** Formats the change from old to new values, for each value that differs. */
function wasText(was: unknown, { becomes, role }: Detail): string | null {
  if (typeof was === 'object') return differences(was as Detail, (becomes ?? {}) as Detail);
  const next = becomes ?? role;
  return next === undefined ? `Was ${named(was)}` : `From ${named(was)} to ${named(next)}`;
}

function differences(was: Detail, becomes: Detail): string {
  return Object.entries(becomes)
    .filter(([name, value]) => was[name] !== value)
    .map(
      ([name, value]) =>
        `${capitalise(fieldName(name))} from ${amountText(name, was[name])} to ${amountText(name, value)}`,
    )
    .join(', ');
}

function amountText(name: string, value: unknown): string {
  return name.endsWith('_paise') ? formatRupees(Number(value)) : String(value);
}

function becauseText(value: unknown): string {
  const text = String(value);
  return (
    becauseTexts[text] ??
    (isErrorCode(text) ? sentenceFor(text).replace(/\.$/, '') : anyText('because', value))
  );
}

function fieldName(name: string): string {
  return fieldNames[name] ?? spaced(name);
}

function named(value: unknown): string {
  return valueNames[String(value)] ?? spaced(String(value));
}

function dayText(value: unknown): string {
  const day = LocalDate.safeParse(value);
  return day.success ? formatDate(day.data) : String(value);
}

function countedBookings(value: unknown, businessType: BusinessType): string {
  return counted(value, wording[businessType].booking);
}

function counted(value: unknown, noun: string): string {
  return `${formatCount(Number(value))} ${noun}${value === 1 ? '' : 's'}`;
}

/** Joins texts with commas and `and`: `amount, contact and time`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Formats a key without a formatter: key and value in readable form. */
function anyText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return `${spaced(name)}: ${value ? 'yes' : 'no'}`;
  return `${spaced(name)}: ${plain(value)}`;
}

/** Returns whether a value is an id, or several of them: it would tell a reader nothing. */
function isId(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isId);
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return listed(value.map(plain));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .filter(([, inner]) => !isId(inner))
      .map(([name, inner]) => `${spaced(name)} ${plain(inner)}`)
      .join(', ');
  return spaced(String(value));
}

/** Splits a name into words: `person_contact` and `personContact` become `person contact`. */
function spaced(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}
