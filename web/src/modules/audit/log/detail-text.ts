import { isErrorCode, sentenceOf } from '@samay/contract/core/errors';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { formatDate, LocalDate } from '@samay/contract/core/time';
import { becauseTexts, byTexts, fieldNames, valueNames } from './detail-wording.ts';

type Detail = Readonly<Record<string, unknown>>;
type Says = (value: unknown, detail: Detail) => string | null;

/**
 * Formats the details of an entry as readable text: `Amount and contact`, `From Basic to Premium`.
 * Empty if they add nothing to the action.
 */
export function detailText(detail: Detail): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => (Object.hasOwn(says, name) ? says[name]?.(value, detail) : anyText(name, value)))
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .map(capital)
    .join('. ');
}

const nothing: Says = () => null;

/** The formatter of each key that the details of an entry may have. */
const says: Readonly<Record<string, Says>> = {
  changed: (value) => listed((value as string[]).map(fieldName)),
  was: (value, detail) => wasText(value, detail),
  becomes: nothing, // shown together with `was`
  role: (value, detail) => (detail['was'] === undefined ? `As ${named(value)}` : null),
  from: (value, { to }) => `${dayText(value)} to ${dayText(to)}`,
  to: (value, { from }) => (from === undefined ? `Now ${named(value)}` : null),
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
  method: nothing,
  file: nothing,
  order: nothing,
  issuer: nothing,
};

/**
 * Formats the change from old to new values, for each value that differs; for a booking only if its
 * status changed.
 */
function wasText(was: unknown, { becomes, role, changed }: Detail): string | null {
  if (typeof was === 'object') return differences(was as Detail, (becomes ?? {}) as Detail);
  if (Array.isArray(changed) && !changed.includes('status')) return null;
  const next = becomes ?? role;
  return next === undefined ? `Was ${named(was)}` : `From ${named(was)} to ${named(next)}`;
}

function differences(was: Detail, becomes: Detail): string {
  return Object.entries(becomes)
    .filter(([name, value]) => was[name] !== value)
    .map(
      ([name, value]) =>
        `${capital(fieldName(name) ?? name)} from ${amountText(name, was[name])} to ${amountText(name, value)}`,
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
    (isErrorCode(text) ? sentenceOf(text).replace(/\.$/, '') : anyText('because', value))
  );
}

function fieldName(name: string): string | null {
  return Object.hasOwn(fieldNames, name) ? (fieldNames[name] ?? null) : spaced(name);
}

function named(value: unknown): string {
  return valueNames[String(value)] ?? spaced(String(value));
}

function dayText(value: unknown): string {
  const day = LocalDate.safeParse(value);
  return day.success ? formatDate(day.data) : String(value);
}

function counted(value: unknown, noun: string): string {
  return `${formatCount(Number(value))} ${noun}${value === 1 ? '' : 's'}`;
}

/** Joins texts with commas and `and`: `amount, contact and time`. */
function listed(names: readonly (string | null)[]): string {
  const all = names.filter((name) => name !== null);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Formats a key without a formatter: key and value in readable form. */
function anyText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return `${spaced(name)}: ${value ? 'yes' : 'no'}`;
  return `${spaced(name)}: ${plain(value)}`;
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return listed(value.map(plain));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
