import { foldName } from '@samay/contract/core/fold';
import { computePrice, type PricedTime } from '@samay/contract/availability/services';
import type { Size } from '@samay/contract/availability/resources';
import { mostPaise } from '@samay/contract/core/money';
import type { ErrorCode } from '@samay/contract/core/errors';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { unknownDuration } from '../slots/day-queries.ts';
import type { ClaimWindow, Sought, SoughtResource, SoughtRows, SoughtService } from './occupation-queries.ts';

/** The occupation that a request asks for. */
export interface WantedTime {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly resourceId?: string | null | undefined;
  readonly serviceId?: string | null | undefined;
  readonly duration?: number | null | undefined;
  /** The size of court that is meant where none is named. */
  readonly size?: Size | null | undefined;
  /** The doctor's name (doctor type); null for a turf. */
  readonly doctor: string | null;
  /**
   * The booking that has the time already or is moved to it: its resource and service stay allowed.
   */
  readonly moved?:
    | { readonly id: string; readonly resourceId: string | null; readonly serviceId: string | null }
    | undefined;
  /** Set for a walk-in of a clinic: it is with the doctor, and claims nothing. */
  readonly claimsNothing?: boolean;
}

/** A resource that a booking may get, with its price and the units that it would occupy. */
export interface Candidate {
  readonly id: string;
  readonly wholeId: string | null;
  readonly name: string;
  readonly price: number | null;
  /** In the order of their ids. */
  readonly units: readonly string[];
}

/** The occupation of a booking if it is free, and the columns that it keeps. */
export interface Occupation {
  /**
   * In their order, wholes before parts; the first free one is taken. Empty: nothing is claimed.
   */
  readonly candidates: readonly Candidate[];
  /** The price without a resource. */
  readonly price: number | null;
  /** Computes the price for a resource and a number of minutes. */
  readonly priceFor: (resourceId: string | null, minutes: number) => number | null;
  readonly service: { readonly id: string; readonly name: string } | null;
  readonly duration: number;
  readonly before: number;
  readonly after: number;
  readonly startsAt: Date;
  readonly wanted: WantedTime;
}

/** The longest booking and the longest buffer, in minutes. */
const longest = { duration: 720, buffer: 240 };

/** Returns whether a booking claims its resource. */
export function isClaiming({ candidates, wanted }: Pick<Occupation, 'candidates' | 'wanted'>): boolean {
  return candidates.length > 0 && !wanted.claimsNothing;
}

/** Returns the search for the rows of several bookings. */
export function toSought(all: readonly WantedTime[]): Sought {
  const resourceIds = unique(all.map(({ resourceId }) => resourceId));
  const others = all.filter(({ resourceId }) => !resourceId);
  const doctors = unique(others.map(({ doctor }) => doctor));
  const isOfOneName = doctors.length === 1 && others.length === all.length && doctors[0] !== undefined;
  return {
    by: others.length === 0 ? 'id' : isOfOneName && others.every(({ doctor }) => doctor) ? 'name' : 'any',
    resourceIds,
    doctorKey: typeof doctors[0] === 'string' ? foldName(doctors[0]) : null,
    serviceIds: unique(all.map(({ serviceId }) => serviceId)),
    isFirstService: all.some(({ serviceId }) => !serviceId),
    moved: all.flatMap(({ moved }) => moved?.id ?? []),
    windows: all.map(getWindow),
  };
}

/** Returns the longest time that a booking may claim, before its service is known. */
function getWindow(wanted: WantedTime): ClaimWindow {
  const startsAt = toInstant(wanted);
  const { duration, doctor, resourceId = null } = wanted;
  return {
    from: minutesAfter(startsAt, -longest.buffer),
    to: minutesAfter(startsAt, (duration ?? longest.duration) + longest.buffer),
    // A practitioner has no parts; the parts of a court are claimed.
    resourceId: doctor === null ? null : resourceId,
  };
}

/**
 * Decides the occupation of a booking. @throws `not_found` for an unknown resource or service; at
 * its field `resource.archived`, `service.archived`, `service.not_given` and
 * `service.given_by_none`, unless the booking had them before.
 */
export function decideOccupation(found: SoughtRows, wanted: WantedTime): Occupation {
  const service = findService(found, wanted);
  const candidates = findCandidates(found, wanted);
  assertOffered(found, wanted, { service, candidates });
  const duration = wanted.duration ?? service?.duration_min ?? unknownDuration;
  const { date, time } = wanted;
  const priceFor = (resourceId: string | null, minutes: number) =>
    priceOfBooking(found, service, { date, time, resourceId, duration: minutes });
  return {
    candidates: candidates.map(({ id, whole_id: wholeId, name }) => ({
      id,
      wholeId,
      name,
      price: priceFor(id, duration),
      units: findUnits(found, id),
    })),
    price: priceFor(null, duration),
    priceFor,
    service: service && { id: service.id, name: service.name },
    duration,
    before: service?.buffer_before_min ?? 0,
    after: service?.buffer_after_min ?? 0,
    startsAt: toInstant(wanted),
    wanted,
  };
}

/** Finds the named service, or the first one that is not archived. */
function findService(
  { services }: Pick<SoughtRows, 'services'>,
  { serviceId }: Pick<WantedTime, 'serviceId'>,
): SoughtService | null {
  const found = serviceId
    ? services.find(({ id }) => id === serviceId)
    : services.find(({ is_archived: isArchived }) => !isArchived);
  return found ?? null;
}

/**
 * Lists the resources that fit a request, in their order: the one of its id, the doctor of its name
 * (the first of several), or every suitable court.
 */
export function findCandidates(found: SoughtRows, wanted: WantedTime): SoughtResource[] {
  const sought = found.resources.filter((resource) => isSought(found, wanted, resource));
  if (wanted.resourceId) return sought;
  const offered = sought.filter(({ is_archived: isArchived }) => !isArchived);
  return wanted.doctor === null ? offered : offered.slice(0, 1);
}

/**
 * Returns whether a resource fits a request. Candidates for the first free court are those that the
 * service names, or every whole one: a part is never given instead of its whole unless the service
 * is for parts. If a size is meant, only courts of that size are.
 */
function isSought(found: SoughtRows, wanted: WantedTime, resource: SoughtResource): boolean {
  if (wanted.resourceId) return resource.id === wanted.resourceId;
  if (wanted.doctor !== null) return resource.is_named;
  if (resource.kind !== 'court' || resource.is_archived) return false;
  const service = findService(found, wanted);
  const givers = service && findGivers(found, service);
  const isWhole = resource.whole_id === null;
  if (wanted.size) return isWhole === (wanted.size === 'whole') && (givers?.includes(resource.id) ?? true);
  return givers ? givers.includes(resource.id) : isWhole;
}

/** Returns the resources that give a service; null if all do. */
function findGivers({ givers }: Pick<SoughtRows, 'givers'>, service: SoughtService): string[] | null {
  if (service.by_every_resource) return null;
  return givers.flatMap(({ service_id: id, resource_id: giver }) => (id === service.id ? [giver] : []));
}

function findUnits({ resources }: Pick<SoughtRows, 'resources'>, id: string): string[] {
  const parts = resources.filter((row) => row.whole_id === id && !row.is_archived).map((row) => row.id);
  return parts.length > 0 ? parts.toSorted() : [id];
}

function assertOffered(
  found: SoughtRows,
  wanted: WantedTime,
  {
    service,
    candidates,
  }: { readonly service: SoughtService | null; readonly candidates: readonly SoughtResource[] },
): void {
  const { resourceId = null, serviceId = null, doctor, moved } = wanted;
  const [resource] = candidates;
  const keepsResource = moved !== undefined && resourceId === moved.resourceId;
  const keepsService = moved !== undefined && serviceId === moved.serviceId;
  if (resourceId) {
    assertField(!orNotFound(resource).is_archived || keepsResource, 'resource.archived', 'resourceId');
  } else if (doctor !== null && !resource && !moved) {
    const isKnown = found.resources.some((each) => isSought(found, wanted, each));
    assertField(!isKnown, 'resource.archived', 'doctor');
  }
  if (serviceId && !service) throw new AppError('not_found');
  assertField(keepsService || !service?.is_archived, 'service.archived', 'serviceId');
  const givers = service && findGivers(found, service);
  if (wanted.size) assertField(resource ?? doctor !== null, 'service.given_by_none', 'serviceId');
  if (!givers || (keepsResource && keepsService)) return;
  assertField(!resource || givers.includes(resource.id), 'service.not_given', 'serviceId');
  assertField(resource ?? doctor !== null, 'service.given_by_none', 'serviceId');
}

function assertField(value: unknown, code: ErrorCode, field: string): void {
  if (!value) throw new AppError(code, { field });
}

/** Returns the price that a booking of a service has at a time, as `decideOccupation` computes it. */
export function priceAt(
  found: Pick<SoughtRows, 'services' | 'rules'>,
  serviceId: string | null,
  time: PricedTime,
): number | null {
  return priceOfBooking(found, findService(found, { serviceId }), time);
}

/** Computes the price of a service for a resource and a number of minutes. */
function priceOfBooking(
  { rules }: Pick<SoughtRows, 'rules'>,
  service: SoughtService | null,
  { date, time, resourceId, duration }: PricedTime,
): number | null {
  if (!service) return null;
  const priceRules = rules
    .filter((rule) => rule.service_id === service.id)
    .map(({ resource_id: of, weekdays, from_time: from, to_time: to, price_paise: price }) => ({
      resourceId: of,
      weekdays,
      hours: from !== null && to !== null ? { from: from.slice(0, 5), to: to.slice(0, 5) } : null,
      price,
    }));
  const priced = { price: service.price_paise, pricedPer: service.priced_per, priceRules };
  const price = computePrice(priced, { resourceId, date, time, duration });
  assertThat(price === null || price <= mostPaise, 'payment.above_most');
  return price;
}

export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}

/** Computes the instant; India's clocks are never changed. */
function toInstant({ date, time }: { readonly date: LocalDate; readonly time: LocalTime }): Date {
  return new Date(`${date}T${time}:00+05:30`);
}

function unique(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[];
}
