import type { Resource, Size } from '@samay/contract/availability/resources';
import { computePrice, type Service } from '@samay/contract/availability/services';
import type { Slot } from '@samay/contract/core/alternatives';
import { defaultDoctor } from '@samay/contract/bookings/appointments';
import type { BusinessType } from '@samay/contract/core/roles';
import { addMinutes, isCalendarDay, isClockTime, type LocalTime } from '@samay/contract/core/time';
import { parseWhole } from '@samay/contract/core/typed/numbers';
import { type ResourceChoice, resourceChoices, resourceNamed } from '../../../resource-choices.ts';

/** The values of a form's fields for the time of a booking and its resource. */
export interface TimeValues {
  readonly date: string;
  readonly time: string;
  /** The text of the doctor field; null until the user types in it. */
  readonly doctor: string | null;
  readonly resourceId: string | null;
  /** The chosen service; null for the first. */
  readonly serviceId: string | null;
  /** The minutes as typed; null for the service's. */
  readonly duration: number | string | null;
  /** The size of court; null until it is chosen, left out in a form that does not ask for it. */
  readonly size?: Size | null;
}

/** The meaning of those fields. */
export interface TimeChoices {
  /** The services without archived ones. */
  readonly services: readonly Service[];
  readonly service: Service | undefined;
  /** The size of court that is meant if the form asks for it. */
  readonly size: Size | undefined;
  /** The doctors or courts that give the service, of both sizes. */
  readonly courts: readonly ResourceChoice[];
  /** The doctors or courts that give the service, of the size that is meant. */
  readonly resources: readonly ResourceChoice[];
  /** The chosen or implied doctor or court. */
  readonly resource: ResourceChoice | undefined;
  /** The text of a clinic's doctor field. */
  readonly doctor: string;
  /** Whether any doctor or court would do, because none is named. */
  readonly isAny: boolean;
  readonly duration: number | undefined;
  readonly endTime: LocalTime | undefined;
  /** The price in paise. */
  readonly price: number | null;
}

interface Known {
  readonly services: readonly Service[];
  readonly resources: readonly Resource[];
  readonly businessType: BusinessType;
}

/**
 * Resolves the fields of a form. A clinic's doctor is a text: a known doctor's name means that
 * doctor. Untouched, it is the caller's own practitioner, else the only one, else 'Default Doctor'.
 */
export function timeChoices(values: TimeValues, known: Known): TimeChoices {
  const services = known.services.filter(({ archivedAt }) => archivedAt === null);
  const service = services.find(({ id }) => id === values.serviceId) ?? services[0];
  const isDoctor = known.businessType === 'doctor';
  const courts = resourceChoices(known.resources, service);
  const meant = meantResource(values, known, courts);
  const { resource } = meant;
  const duration = minutes(values.duration) ?? service?.duration;
  const isAny = !resource && (!isDoctor || meant.doctor.trim() === defaultDoctor);
  return {
    services,
    service,
    courts,
    ...meant,
    isAny,
    duration,
    endTime:
      duration !== undefined && isTime(values.time)
        ? addMinutes(values.time.slice(0, 5), duration)
        : undefined,
    price:
      service && isTime(values.time) && isCalendarDay(values.date)
        ? priceAmong(service, values, {
            among: resource ? [resource] : isDoctor ? [] : meant.resources,
            duration: duration ?? service.duration,
          })
        : null,
  };
}

type Meant = Pick<TimeChoices, 'size' | 'resources' | 'resource' | 'doctor'>;

/** Returns the chosen or implied doctor or court, and those of its size. */
function meantResource(values: TimeValues, known: Known, courts: readonly ResourceChoice[]): Meant {
  const all = resourceChoices(known.resources);
  const isDoctor = known.businessType === 'doctor';
  const byId = all.find(({ id }) => id === values.resourceId);
  const hasSizes = values.size !== undefined && new Set(courts.map(sizeOf)).size > 1;
  const size = hasSizes ? (byId ? sizeOf(byId) : (values.size ?? 'whole')) : undefined;
  const resources = size ? courts.filter((court) => sizeOf(court) === size) : courts;
  const [only, ...others] = size ? resources : all;
  const implied =
    (isDoctor ? all.find(({ isOwn }) => isOwn) : undefined) ?? (others.length === 0 ? only : undefined);
  const suggested = byId ?? implied;
  const doctor = values.doctor ?? suggested?.name ?? defaultDoctor;
  const resource =
    !isDoctor || (values.doctor === null && suggested) ? suggested : resourceNamed(all, doctor);
  return { size, resources, resource, doctor };
}

function sizeOf({ wholeId }: ResourceChoice): Size {
  return wholeId === null ? 'whole' : 'part';
}

interface PricedAmong {
  /** The courts of which one is booked; none for a doctor who is only a text. */
  readonly among: readonly ResourceChoice[];
  readonly duration: number;
}

/** Returns the price in paise; null too where it depends on the court that is free. */
function priceAmong(
  service: Service,
  { date, time }: TimeValues,
  { among, duration }: PricedAmong,
): number | null {
  const ids = among.length > 0 ? among.map(({ id }) => id) : [null];
  const at = { date, time: time.slice(0, 5), duration };
  const [price = null, ...others] = new Set(
    ids.map((resourceId) => computePrice(service, { ...at, resourceId })),
  );
  return others.length === 0 ? price : null;
}

/** Returns the typed minutes; undefined for an invalid length and for the service's. */
function minutes(typed: TimeValues['duration']): number | undefined {
  // As the contract's Duration, whose schema would load with every list.
  const value = typedMinutes(typed) ?? Number.NaN;
  return value >= 5 && value <= 720 && value % 5 === 0 ? value : undefined;
}

/** Reads the minutes as they are typed; null for the service's, NaN for what is no number. */
export function typedMinutes(typed: TimeValues['duration']): number | null {
  return typeof typed === 'string' ? parseWhole(typed, 'minutes') : typed;
}

/**
 * Returns the query of free starts, and whether there can be any: a name that matches no doctor has
 * no times. `except` is the booking that is moved.
 */
export function wantedStarts(
  values: Pick<TimeValues, 'serviceId' | 'duration'>,
  choices: TimeChoices,
  except?: string,
) {
  const duration = minutes(values.duration);
  return {
    hasStarts: choices.resource !== undefined || (choices.isAny && choices.resources.length > 0),
    wanted: {
      ...(values.serviceId !== null && { service: values.serviceId }),
      ...(choices.resource && { resource: choices.resource.id }),
      ...(duration !== undefined && { duration }),
      ...anyOfSize(choices),
      ...(except !== undefined && { except }),
    },
  };
}

/** Returns the query of the warnings about a form's time. */
export function askedTime({ date, time }: TimeValues, choices: TimeChoices, { except, hasDoctor }: AskedFor) {
  const { resource, service, duration, doctor } = choices;
  return {
    date,
    time: time.slice(0, 5),
    ...(hasDoctor && doctor.trim() !== '' && { doctor: doctor.trim() }),
    ...(resource && { resource: resource.id }),
    ...(service && { service: service.id }),
    ...(duration !== undefined && { duration }),
    ...anyOfSize(choices),
    ...(except !== undefined && { except }),
  };
}

/** Returns the size of a request that names no court. */
function anyOfSize({ resource, size }: Pick<TimeChoices, 'resource' | 'size'>): { size?: Size } {
  return !resource && size ? { size } : {};
}

interface AskedFor {
  /** Whether the form has a doctor field. */
  readonly hasDoctor: boolean;
  /** The id of the booking that is moved. */
  readonly except?: string;
}

/** Returns the part of a court that a start is of. */
export function findPart(
  { resourceId }: Pick<Slot, 'resourceId'>,
  { resources }: TimeChoices,
): ResourceChoice | undefined {
  return resources.find(({ id, wholeId }) => wholeId !== null && id === resourceId);
}

/** Returns a function that names the part of a start, if any court would do for the form. */
export function getPartName(choices: TimeChoices): (slot: Pick<Slot, 'resourceId'>) => string | undefined {
  return (slot) => (choices.isAny ? findPart(slot, choices)?.name : undefined);
}

/**
 * Returns the resource fields of a request: the form's choices, and a typed length even if invalid.
 */
export function makeOccupation(
  values: Pick<TimeValues, 'resourceId' | 'serviceId' | 'duration'>,
  { resource, size }: Pick<TimeChoices, 'resource' | 'size'>,
) {
  const { serviceId } = values;
  const duration = typedMinutes(values.duration);
  // Uses the form's own id before the doctors or courts are loaded.
  const resourceId = resource?.id ?? values.resourceId;
  return {
    ...(resourceId === null ? anyOfSize({ resource, size }) : { resourceId }),
    ...(serviceId !== null && { serviceId }),
    ...(duration !== null && { duration }),
  };
}

/**
 * Returns whether two states of a form have equal time and resource: a refusal of one applies to
 * the other.
 */
export function isSameTime(one: TimeValues, other: TimeValues): boolean {
  const fields = ['date', 'time', 'doctor', 'resourceId', 'serviceId', 'duration', 'size'] as const;
  return fields.every((field) => one[field] === other[field]);
}

function isTime(text: string): boolean {
  return isClockTime(text.slice(0, 5));
}
