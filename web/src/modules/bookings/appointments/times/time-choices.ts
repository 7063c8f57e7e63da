import type { Resource } from '@samay/contract/availability/resources';
import { priceOf, type Service } from '@samay/contract/availability/services';
import type { Slot } from '@samay/contract/core/alternatives';
import { defaultDoctor } from '@samay/contract/bookings/appointments';
import type { BusinessType } from '@samay/contract/core/roles';
import { addMinutes, isCalendarDay, isClockTime, type LocalTime } from '@samay/contract/core/time';
import { type ResourceChoice, resourceChoices, resourceNamed } from '../../resource-choices.ts';

/** What the fields of a form say about the time of a booking and what it occupies. */
export interface TimeValues {
  readonly date: string;
  readonly time: string;
  /** The text of the doctor field; null while nobody typed in it. */
  readonly doctor: string | null;
  readonly resourceId: string | null;
  /** Null for the first service. */
  readonly serviceId: string | null;
  /** Minutes as typed; null for the service's. */
  readonly duration: number | string | null;
}

/** What those fields mean. */
export interface TimeChoices {
  /** Without archived ones. */
  readonly services: readonly Service[];
  readonly service: Service | undefined;
  /** The doctors or courts that give the service. */
  readonly resources: readonly ResourceChoice[];
  /** The one that is meant. */
  readonly resource: ResourceChoice | undefined;
  /** The text of a clinic's doctor field. */
  readonly doctor: string;
  /** Whether any doctor or court would do, as none is named. */
  readonly isAny: boolean;
  readonly duration: number | undefined;
  readonly endTime: LocalTime | undefined;
  /** In paise. */
  readonly price: number | null;
}

interface Known {
  readonly services: readonly Service[];
  readonly resources: readonly Resource[];
  readonly businessType: BusinessType;
}

/**
 * A clinic's doctor is a text: a name of a known doctor means that doctor. Untouched, it is the
 * caller's own practitioner, else the only one, else 'Default Doctor' (specification).
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
        ? priceAt(service, values, resource)
        : null,
  };
}

function priceAt(
  service: Service,
  { date, time }: TimeValues,
  resource: ResourceChoice | undefined,
): number | null {
  return priceOf(service, {
    resourceId: resource?.id ?? null,
    date,
    time: time.slice(0, 5),
  });
}

/** The typed minutes; undefined for what is no length of a booking, and for the service's. */
function minutes(typed: TimeValues['duration']): number | undefined {
  if (typed === null || typed === '') return undefined;
  const value = Number(typed);
  return Number.isInteger(value) && value >= 5 && value <= 720 && value % 5 === 0 ? value : undefined;
}

/**
 * What free starts are asked for, and whether there can be any: a name that is none of the doctors
 * has no times. `except` is the booking that is moved.
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

/** The question about the time that a form shows, for its warnings. */
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
  /** Whether the form has a doctor's name. */
  readonly hasDoctor: boolean;
  /** The booking that is moved. */
  readonly except?: string;
}

/**
 * The part of a court that a start is of. It is named in the request: where none is, the server
 * takes the first whole court that is free.
 */
export function partOf(
  { resourceId }: Pick<Slot, 'resourceId'>,
  { resources }: TimeChoices,
): ResourceChoice | undefined {
  return resources.find(({ id, isPart }) => isPart && id === resourceId);
}

/** How a start that any court would do for names the part which it is of. */
export function partNameOf(choices: TimeChoices): (slot: Pick<Slot, 'resourceId'>) => string | undefined {
  return (slot) => (choices.isAny ? partOf(slot, choices)?.name : undefined);
}

/**
 * What a request says of the occupation: what the form names, and a length that was typed, also one
 * that is none.
 */
export function occupationOf(
  values: Pick<TimeValues, 'resourceId' | 'serviceId' | 'duration'>,
  resource: TimeChoices['resource'],
) {
  const { serviceId, duration } = values;
  // The form's own also before the doctors or courts are loaded.
  const resourceId = resource?.id ?? values.resourceId;
  return {
    ...(resourceId !== null && { resourceId }),
    ...(serviceId !== null && { serviceId }),
    ...(duration !== null && duration !== '' && { duration: Number(duration) }),
  };
}

/**
 * Whether two states of a form's fields say the same time and occupation: what was refused for one
 * is true of the other.
 */
export function isSameTime(one: TimeValues, other: TimeValues): boolean {
  const fields = ['date', 'time', 'doctor', 'resourceId', 'serviceId', 'duration'] as const;
  return fields.every((field) => one[field] === other[field]);
}

function isTime(text: string): boolean {
  return isClockTime(text.slice(0, 5));
}
