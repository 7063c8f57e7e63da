import {
  type addService,
  computePrice,
  type PricedPer,
  type PriceRule,
  type Service,
  ServiceDetails,
} from '@samay/contract/availability/services';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { parseWhole, type Unit } from '@samay/contract/core/typed/numbers';
import { addDays, formatTime } from '@samay/contract/core/time';
import type { Wording } from '@samay/contract/core/wording';
import type { Bookable } from '../api.ts';
import { nameOfWeekday, rangeText, weekdaysText } from '../hours-values.ts';

/** The values of a service's form as its fields hold them; prices and changed numbers as typed. */
export interface ServiceValues {
  name: string;
  duration: number | string;
  bufferBefore: number | string;
  bufferAfter: number | string;
  /** The minutes between starts; empty for the smaller of the duration and an hour. */
  grid: number | string;
  price: string;
  pricedPer: PricedPer;
  /** The days after a paid visit within which another one is free; empty for none. */
  freeWithinDays: number | string;
  rules: RuleValues[];
  /** The ids of the doctors or courts that give the service. */
  resourceIds: string[];
}

/** The prices of the form at some hours: one grid of doctors or courts. */
export interface RuleValues {
  key: string;
  /** ISO weekdays as texts; none for every day. */
  weekdays: string[];
  /** The first time; `from` and the end are empty for the whole day. */
  from: string;
  to: string;
  /**
   * The prices as typed, by the doctor or court; by `every` that of all that have none of their own
   * at that time. An empty one changes nothing.
   */
  prices: Readonly<Record<string, string>>;
}

/** The name of the price for all doctors or courts that have none of their own. */
export const every = 'every';

type ServiceBody = BodyInput<typeof addService>;

/**
 * Returns the values of a service, or of a new one, which is priced as the business's type usually
 * is. `all` are the resources that take bookings.
 */
export function serviceValues(
  service: Service | undefined,
  all: readonly string[],
  pricedPer: PricedPer,
): ServiceValues {
  return {
    name: service?.name ?? '',
    duration: service?.duration ?? 30,
    bufferBefore: service?.bufferBefore ?? 0,
    bufferAfter: service?.bufferAfter ?? 0,
    grid: service?.grid ?? '',
    price: service?.price == null ? '' : formatRupees(service.price),
    pricedPer: service?.pricedPer ?? pricedPer,
    freeWithinDays: service?.freeWithinDays ?? '',
    rules: rulesValues(service?.priceRules ?? []),
    resourceIds: [...(service?.resourceIds ?? all)],
  };
}

export function emptyRule(): RuleValues {
  return { key: crypto.randomUUID(), weekdays: [], from: '', to: '', prices: {} };
}

/**
 * Returns the hint of the field of starts: the meaning of an empty one, and the time that a booking
 * occupies if buffers lengthen it.
 */
export function startsHint(
  { duration, bufferBefore, bufferAfter, grid }: ServiceValues,
  { booking }: Pick<Wording, 'booking'>,
): string {
  const length = getNumber(duration);
  const occupied = length + getNumber(bufferBefore) + getNumber(bufferAfter);
  const every = optional(grid) ?? Math.min(length, 60);
  const meaning = 'Counted from the opening time. Empty: the duration, at most an hour.';
  return every > 0 && occupied > every && occupied > length
    ? `${meaning} With its gaps each ${booking} occupies ${occupied} minutes: ` +
        `enter ${occupied} for starts that follow one another.`
    : meaning;
}

/** Builds the request body. If every doctor or court gives the service, new ones will too. */
export function serviceBody(values: ServiceValues, all: readonly string[]): ServiceBody {
  const isOfAll = all.every((id) => values.resourceIds.includes(id));
  return {
    name: values.name,
    duration: getNumber(values.duration),
    bufferBefore: optional(values.bufferBefore) ?? 0,
    bufferAfter: optional(values.bufferAfter) ?? 0,
    grid: optional(values.grid),
    price: parseRupees(values.price),
    pricedPer: values.pricedPer,
    freeWithinDays: optional(values.freeWithinDays, 'days'),
    priceRules: typedPrices(values).map(({ rule }) => rule),
    resourceIds: isOfAll ? null : values.resourceIds,
  };
}

/** Returns the errors by the form's fields: `duration`, `rules.0.prices.every`, `rules.0.from`. */
export function serviceErrors(values: ServiceValues, all: readonly string[]): Record<string, string> {
  const errors: Record<string, string> = {};
  const typed = typedPrices(values);
  for (const { path, message } of ServiceDetails.safeParse(serviceBody(values, all)).error?.issues ?? []) {
    errors[findField(path, typed)] ??= messageAt(path, message);
  }
  if (values.resourceIds.length === 0 && all.length > 0) errors['resourceIds'] = 'Please choose at least one';
  return errors;
}

/**
 * Formats a rule: `Sat, Sun, 6:00 pm to 11:00 pm, Court A: ₹1,500`. `nameOf` returns the name of a
 * doctor or court.
 */
export function ruleText(
  { resourceId, weekdays, hours, price }: PriceRule,
  nameOf: (id: string) => string,
): string {
  const when = [
    weekdaysText(weekdays),
    ...(hours ? [rangeText(hours.from, hours.to)] : []),
    ...(resourceId ? [nameOf(resourceId)] : []),
  ];
  return `${when.join(', ')}: ${formatRupees(price)}`;
}

/** A typed price with the place of its field. */
interface TypedPrice {
  readonly rule: PriceRule;
  readonly at: number;
  readonly of: string;
}

/**
 * Lists the typed prices in the order in which the last that matches holds: those for every doctor
 * or court first, so that none of them overrides one of a court or a half. A grid without any price
 * has an invalid one, which is reported.
 */
function typedPrices({ rules }: Pick<ServiceValues, 'rules'>): TypedPrice[] {
  const typed = rules.flatMap((rule, at) => {
    const filled = Object.entries(rule.prices).filter(([, price]) => price.trim() !== '');
    return (filled.length === 0 ? [[every, ''] as const] : filled).map(([of, price]) => ({
      rule: {
        resourceId: of === every ? null : of,
        weekdays: rule.weekdays.map(Number).toSorted((one, other) => one - other),
        hours: rule.from === '' && rule.to === '' ? null : { from: rule.from, to: rule.to },
        price: parseRupees(price) ?? Number.NaN,
      },
      at,
      of,
    }));
  });
  const isOfEvery = ({ of }: TypedPrice) => of === every;
  return [...typed.filter(isOfEvery), ...typed.filter((price) => !isOfEvery(price))];
}

/**
 * Puts the rules of a service into grids. A rule for every doctor or court that follows rules of some
 * overrides these, and therefore becomes a price of theirs too.
 */
function rulesValues(priceRules: readonly PriceRule[]): RuleValues[] {
  const grids: RuleValues[] = [];
  const before = new Set<string>();
  for (const rule of priceRules) {
    const names = rule.resourceId === null ? [every, ...before] : [rule.resourceId];
    for (const of of names) putPrice(grids, rule, of);
    if (rule.resourceId !== null) before.add(rule.resourceId);
  }
  return grids;
}

/**
 * Puts a price into the grid of its hours, unless another grid after that has a price of the same
 * doctor or court, which it must override.
 */
function putPrice(grids: RuleValues[], { weekdays, hours, price }: PriceRule, of: string): void {
  const when = { weekdays: weekdays.map(String), from: hours?.from ?? '', to: hours?.to ?? '' };
  const last = grids.findLastIndex(({ prices }) => prices[of] !== undefined);
  const at = grids.findIndex((grid, place) => place > last && isSameTime(grid, when));
  const text = formatRupees(price);
  const grid = grids[at];
  if (grid) grids[at] = { ...grid, prices: { ...grid.prices, [of]: text } };
  else grids.push({ key: crypto.randomUUID(), ...when, prices: { [of]: text } });
}

function isSameTime(one: When, other: When): boolean {
  const days = ({ weekdays }: When) => weekdays.toSorted().join();
  return one.from === other.from && one.to === other.to && days(one) === days(other);
}

type When = Pick<RuleValues, 'weekdays' | 'from' | 'to'>;

/** The prices that hold at the beginning of a grid's hours. */
export interface PricePreview {
  /** The day and the time: `Sat, 6:00 pm`. */
  readonly when: string;
  readonly prices: readonly { readonly id: string; readonly name: string; readonly text: string }[];
}

/** A Monday. */
const monday = '2026-01-05';

/** Returns what each doctor or court costs at the beginning of a grid's hours, as typed now. */
export function previewPrices(
  values: ServiceValues,
  at: number,
  resources: readonly Bookable[],
): PricePreview {
  const { weekdays = [], from = '' } = values.rules[at] ?? {};
  const weekday = Math.min(...(weekdays.length === 0 ? [1] : weekdays.map(Number)));
  const time = from === '' ? '12:00' : from;
  const start = { date: addDays(monday, weekday - 1), time, duration: 5 };
  const priceRules = typedPrices(values)
    .map(({ rule }) => rule)
    .filter(({ price, hours }) => Number.isFinite(price) && hours?.from !== '' && hours?.to !== '');
  const priced = { price: parseRupees(values.price), pricedPer: 'visit', priceRules } as const;
  return {
    when: `${nameOfWeekday(weekday).slice(0, 3)}, ${formatTime(time)}`,
    prices: resources.map(({ id, name }) => {
      const price = computePrice(priced, { ...start, resourceId: id });
      return { id, name, text: price === null || Number.isNaN(price) ? 'No price' : formatRupees(price) };
    }),
  };
}

/** Reads a field of minutes; an emptied field is not zero. */
function getNumber(value: number | string): number {
  return optional(value) ?? Number.NaN;
}

/** Reads a field; null for an empty one, NaN for what is no number. */
function optional(value: number | string, unit: Unit = 'minutes'): number | null {
  return typeof value === 'string' ? parseWhole(value, unit) : value;
}

/** Returns the form's field of an error: that of a price's grid, or of the service. */
function findField([head, place, ...rest]: readonly PropertyKey[], typed: readonly TypedPrice[]): string {
  if (head !== 'priceRules') return String(head);
  const price = typed[Number(place)];
  if (!price) return 'rules';
  const field = rest
    .filter((part) => part !== 'hours')
    .map(String)
    .join('.');
  return field === 'price' ? `rules.${price.at}.prices.${price.of}` : `rules.${price.at}.${field}`;
}

function messageAt(path: readonly PropertyKey[], message: string): string {
  return path.at(-2) === 'hours' ? 'Please enter both times' : message;
}
