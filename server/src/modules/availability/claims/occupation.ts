import { priceOf } from '@samay/contract/availability/services';
import type { ErrorCode } from '@samay/contract/core/errors';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { unknownDuration } from '../slots/day-queries.ts';
import type {
  FoundOccupation,
  FoundResource,
  FoundService,
  SoughtBy,
  SoughtValues,
} from './occupation-queries.ts';

/** What a request wants to occupy. */
export interface WantedTime {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly resourceId?: string | null | undefined;
  readonly serviceId?: string | null | undefined;
  readonly duration?: number | null | undefined;
  /** The doctor's name (doctor type); null for a turf. */
  readonly doctor: string | null;
  /** The booking that has the time already or is moved to it: what it was given stays allowed. */
  readonly moved?:
    | { readonly id: string; readonly resourceId: string | null; readonly serviceId: string | null }
    | undefined;
  /** Of a walk-in of a clinic: it is with the doctor, and claims nothing. */
  readonly claimsNothing?: boolean;
}

/** What a booking occupies if it is free, and the columns that it keeps. */
export interface Occupation {
  /**
   * The resources in their order, wholes before parts; the first one that is free is taken. Empty:
   * nothing is claimed.
   */
  readonly candidates: readonly {
    readonly id: string;
    readonly wholeId: string | null;
    readonly name: string;
    readonly price: number | null;
  }[];
  /** The price without a resource. */
  readonly price: number | null;
  readonly service: { readonly id: string; readonly name: string } | null;
  readonly duration: number;
  readonly before: number;
  readonly after: number;
  readonly startsAt: Date;
  /**
   * Whether it has been cut off where the next claim begins: one that is lost is tried again with
   * what is then left.
   */
  readonly isUntilNext?: boolean;
  readonly wanted: WantedTime;
  readonly found: FoundOccupation;
}

/** Whether a booking claims what it is with. */
export function isClaiming({ candidates, wanted }: Occupation): boolean {
  return candidates.length > 0 && !wanted.claimsNothing;
}

/** How the resource of a booking is found. */
export function soughtOf(wanted: WantedTime): { readonly values: SoughtValues; readonly by: SoughtBy } {
  const { resourceId = null, serviceId = null, doctor, moved } = wanted;
  const by = resourceId ? 'id' : doctor === null ? 'first court' : 'name';
  return { by, values: { resourceId, doctor, serviceId, moved: moved?.id ?? null } };
}

/**
 * Decides what a booking occupies. @throws `not_found` for a resource or a service that the
 * business does not have; beside its field `resource.archived`, `service.archived`,
 * `service.not_given` and `service.given_by_none`, unless the booking had them before.
 */
export function occupationOf(found: FoundOccupation, wanted: WantedTime): Occupation {
  const { service } = found;
  const candidates = candidatesOf(found, wanted);
  assertOffered(found, wanted, candidates);
  return {
    candidates: candidates.map(({ id, wholeId, name }) => ({
      id,
      wholeId,
      name,
      price: priceAt(service, wanted, id),
    })),
    price: priceAt(service, wanted, null),
    service: service && { id: service.id, name: service.name },
    duration: wanted.duration ?? service?.duration ?? unknownDuration,
    before: service?.before ?? 0,
    after: service?.after ?? 0,
    startsAt: instantOf(wanted),
    wanted,
    found,
  };
}

/**
 * The resources that a request means, in their order: the one that it names by id, the doctor of
 * its name, or every court that would do. A name may be that of several doctors, who cannot be told
 * apart: the first one.
 */
export function candidatesOf({ resources }: FoundOccupation, wanted: WantedTime): FoundResource[] {
  const sought = resources.filter(({ isSought }) => isSought);
  if (wanted.resourceId) return sought;
  const offered = sought.filter(({ isArchived }) => !isArchived);
  return wanted.doctor === null ? offered : offered.slice(0, 1);
}

function assertOffered(
  { service, resources }: FoundOccupation,
  wanted: WantedTime,
  candidates: readonly FoundResource[],
): void {
  const { resourceId = null, serviceId = null, doctor, moved } = wanted;
  const [resource] = candidates;
  const keepsResource = moved !== undefined && resourceId === moved.resourceId;
  const keepsService = moved !== undefined && serviceId === moved.serviceId;
  if (resourceId) {
    assertField(!orNotFound(resource).isArchived || keepsResource, 'resource.archived', 'resourceId');
  } else if (doctor !== null && !resource && !moved) {
    assertField(!resources.some(({ isSought }) => isSought), 'resource.archived', 'doctor');
  }
  if (serviceId && !service) throw new AppError('not_found');
  assertField(keepsService || !service?.isArchived, 'service.archived', 'serviceId');
  if (!service?.givenBy || (keepsResource && keepsService)) return;
  assertField(!resource || service.givenBy.includes(resource.id), 'service.not_given', 'serviceId');
  assertField(resource ?? doctor !== null, 'service.given_by_none', 'serviceId');
}

function assertField(value: unknown, code: ErrorCode, field: string): void {
  if (!value) throw new AppError(code, { field });
}

function priceAt(
  service: FoundService | null,
  { date, time }: WantedTime,
  resourceId: string | null,
): number | null {
  if (!service) return null;
  const priceRules = service.rules.map(({ from, to, ...rule }) => ({
    ...rule,
    hours: from !== null && to !== null ? { from, to } : null,
  }));
  return priceOf({ price: service.price, priceRules }, { resourceId, date, time });
}

/** India's clocks are never changed. */
function instantOf({ date, time }: { readonly date: LocalDate; readonly time: LocalTime }): Date {
  return new Date(`${date}T${time}:00+05:30`);
}
