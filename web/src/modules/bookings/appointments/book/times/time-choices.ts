import type { Resource } from '@samay/contract/availability/resources';
import { computePrice, type Service } from '@samay/contract/availability/services';
import type { Slot } from '@samay/contract/core/alternatives';
import { defaultDoctor } from '@samay/contract/bookings/appointments';
import type { BusinessType } from '@samay/contract/core/roles';
import { addMinutes, isCalendarDay, isClockTime, type LocalTime } from '@samay/contract/core/time';
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
}

/** The meaning of those fields. */
export interface TimeChoices {
  /** The services without archived ones. */
  readonly services: readonly Service[];
  readonly service: Service | undefined;
  /** The doctors or courts that give the service. */
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
  const all = resourceChoices(known.resources);
  const resources = resourceChoices(known.resources, service);
  const isDoctor = known.businessType === 'doctor';
  const byId = all.find(({ id }) => id === values.resourceId);
  const only = all.length === 1 ? all[0] : undefined;
  const suggested = byId ?? (isDoctor ? all.find(({ isOwn }) => isOwn) : undefined) ?? only;
  const doctor = values.doctor ?? suggested?.name ?? defaultDoctor;
  const resource =
    !isDoctor || (values.doctor === null && suggested) ? suggested : resourceNamed(all, doctor);
  const duration = minutes(values.duration) ?? service?.duration;
  return {
    services,
    service,
    resources,
    resource,
    doctor,
    isAny: !resource && (!isDoctor || doctor.trim() === defaultDoctor),
    duration,
    endTime:
      duration !== undefined && isTime(values.time)
        ? addMinutes(values.time.slice(0, 5), duration)
        : undefined,
    price:
      service && isTime(values.time) && isCalendarDay(values.date)
        ? priceAt(service, values, { resource, duration: duration ?? service.duration })
        : null,
  };
}

function priceAt(
  service: Service,
  { date, time }: TimeValues,
  { resource, duration }: { readonly resource: ResourceChoice | undefined; readonly duration: number },
): number | null {
  return computePrice(service, {
    resourceId: resource?.id ?? null,
    date,
    time: time.slice(0, 5),
    duration,
  });
}

/** Returns the typed minutes; undefined for an invalid length and for the service's. */
function minutes(typed: TimeValues['duration']): number | undefined {
  if (typed === null || typed === '') return undefined;
  const value = Number(typed);
  return Number.isInteger(value) && value >= 5 && value <= 720 && value % 5 === 0 ? value : undefined;
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
    ...(except !== undefined && { except }),
  };
}

interface AskedFor {
  /** Whether the form has a doctor field. */
  readonly hasDoctor: boolean;
  /** The id of the booking that is moved. */
  readonly except?: string;
}

/**
 * Returns the part of a court that a start is of. The request names it: if it names none, the
 * server takes the first free whole court.
 */
export function findPart(
  { resourceId }: Pick<Slot, 'resourceId'>,
  { resources }: TimeChoices,
): ResourceChoice | undefined {
  return resources.find(({ id, isPart }) => isPart && id === resourceId);
}

/** Returns a function that names the part of a start, if any court would do for the form. */
export function partNameOf(choices: TimeChoices): (slot: Pick<Slot, 'resourceId'>) => string | undefined {
  return (slot) => (choices.isAny ? findPart(slot, choices)?.name : undefined);
}

/**
 * Returns the resource fields of a request: the form's choices, and a typed length even if invalid.
 */
export function makeOccupation(
  values: Pick<TimeValues, 'resourceId' | 'serviceId' | 'duration'>,
  resource: TimeChoices['resource'],
) {
  const { serviceId, duration } = values;
  // Uses the form's own id before the doctors or courts are loaded.
  const resourceId = resource?.id ?? values.resourceId;
  return {
    ...(resourceId !== null && { resourceId }),
    ...(serviceId !== null && { serviceId }),
    ...(duration !== null && duration !== '' && { duration: Number(duration) }),
  };
}

/**
 * Returns whether two states of a form have equal time and resource: a refusal of one applies to
 * the other.
 */
export function isSameTime(one: TimeValues, other: TimeValues): boolean {
  const fields = ['date', 'time', 'doctor', 'resourceId', 'serviceId', 'duration'] as const;
  return fields.every((field) => one[field] === other[field]);
}

function isTime(text: string): boolean {
  return isClockTime(text.slice(0, 5));
}
