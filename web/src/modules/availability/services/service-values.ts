import {
  type addService,
  type PricedPer,
  type PriceRule,
  type Service,
  ServiceDetails,
} from '@samay/contract/availability/services';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/parse-rupees';
import { parseWhole, type Unit } from '@samay/contract/core/typed/numbers';
import type { Wording } from '@samay/contract/core/wording';
import { rangeText, weekdaysText } from '../hours-values.ts';

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

/** One price rule of the form. */
export interface RuleValues {
  key: string;
  /** The doctor or court; empty for all. */
  resourceId: string;
  /** ISO weekdays as texts; none for every day. */
  weekdays: string[];
  /** The first time; `from` and the end are empty for the whole day. */
  from: string;
  to: string;
  price: string;
}

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
    rules: (service?.priceRules ?? []).map(ruleValues),
    resourceIds: [...(service?.resourceIds ?? all)],
  };
}

export function emptyRule(): RuleValues {
  return { key: crypto.randomUUID(), resourceId: '', weekdays: [], from: '', to: '', price: '' };
}

/**
 * Returns the hint of the field of starts: the meaning of an empty one, and the time that a booking
 * occupies if buffers lengthen it.
 */
export function startsHint(
  { duration, bufferBefore, bufferAfter, grid }: ServiceValues,
  { booking }: Pick<Wording, 'booking'>,
): string {
  const length = numberOf(duration);
  const occupied = length + numberOf(bufferBefore) + numberOf(bufferAfter);
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
    duration: numberOf(values.duration),
    bufferBefore: optional(values.bufferBefore) ?? 0,
    bufferAfter: optional(values.bufferAfter) ?? 0,
    grid: optional(values.grid),
    price: parseRupees(values.price),
    pricedPer: values.pricedPer,
    freeWithinDays: optional(values.freeWithinDays, 'days'),
    priceRules: values.rules.map((rule) => ({
      resourceId: rule.resourceId || null,
      weekdays: rule.weekdays.map(Number).toSorted((one, other) => one - other),
      hours: rule.from === '' && rule.to === '' ? null : { from: rule.from, to: rule.to },
      price: parseRupees(rule.price) ?? Number.NaN,
    })),
    resourceIds: isOfAll ? null : values.resourceIds,
  };
}

/** Returns the errors by the form's fields: `duration`, `rules.0.price`, `rules.0.from`. */
export function serviceErrors(values: ServiceValues, all: readonly string[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of ServiceDetails.safeParse(serviceBody(values, all)).error?.issues ?? []) {
    errors[fieldOf(path)] ??= messageAt(path, message);
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

function ruleValues({ resourceId, weekdays, hours, price }: PriceRule): RuleValues {
  return {
    key: crypto.randomUUID(),
    resourceId: resourceId ?? '',
    weekdays: weekdays.map(String),
    from: hours?.from ?? '',
    to: hours?.to ?? '',
    price: formatRupees(price),
  };
}

/** Reads a field of minutes; an emptied field is not zero. */
function numberOf(value: number | string): number {
  return optional(value) ?? Number.NaN;
}

/** Reads a field; null for an empty one, NaN for what is no number. */
function optional(value: number | string, unit: Unit = 'minutes'): number | null {
  return typeof value === 'string' ? parseWhole(value, unit) : value;
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map(String)
    .join('.')
    .replace(/^priceRules/, 'rules')
    .replace(/\.hours\./, '.');
}

function messageAt(path: readonly PropertyKey[], message: string): string {
  return path.at(-2) === 'hours' ? 'Please enter both times' : message;
}
