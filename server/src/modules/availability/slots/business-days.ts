import type { Span } from './spans.ts';

/** The data from which open time is computed. Minutes are local minutes (spans.ts). */
export interface OpenDays {
  /** Without archived ones. */
  readonly resources: readonly OpenResource[];
  /** The hours of the business (`resourceId` null) and of the resources. */
  readonly hours: readonly HoursRow[];
  readonly exceptions: readonly ExceptionRow[];
}

/** The data from which the free starts of a range of days are computed. */
export interface BusinessDays extends OpenDays {
  /** Null if the business has no service with this id, or none at all. */
  readonly service: OfferedService | null;
  /** In their order: each whole is followed by its parts. */
  readonly resources: readonly OfferedResource[];
  /** By unit, buffers included, overbookings too. */
  readonly claims: ReadonlyMap<string, readonly Span[]>;
  /** The first end of a hold among the claims, in milliseconds. */
  readonly holdEndsAt: number | null;
}

interface OfferedService {
  readonly id: string;
  readonly duration: number;
  readonly bufferBefore: number;
  readonly bufferAfter: number;
  /** Minutes between two starts; null for the smaller of the duration and an hour. */
  readonly grid: number | null;
  readonly isArchived: boolean;
  /** Whether it names no resources, so that every one gives it. */
  readonly isByEveryResource: boolean;
}

export interface OpenResource {
  readonly id: string;
  /** The court to which the part belongs. */
  readonly wholeId: string | null;
}

export interface OfferedResource extends OpenResource {
  /** Whether it gives the service. */
  readonly gives: boolean;
}

/**
 * Weekly hours by ISO weekday, in minutes of the day. They pass midnight if the end is before the
 * start; equal times are 24 hours.
 */
export interface HoursRow {
  readonly resourceId: string | null;
  readonly weekday: number;
  readonly opens: number;
  readonly closes: number;
}

export interface ExceptionRow extends Span {
  readonly resourceId: string | null;
  readonly isClosure: boolean;
  readonly reason: string;
}

/** Lists the ids of the resources that are parts of a court. */
export function getParts({ resources }: Pick<OpenDays, 'resources'>): ReadonlySet<string> {
  return new Set(resources.filter(({ wholeId }) => wholeId !== null).map(({ id }) => id));
}

/** Lists the units of a resource: its parts, or itself. */
export function findUnits({ resources }: Pick<OpenDays, 'resources'>, resourceId: string): string[] {
  const parts = resources.filter(({ wholeId }) => wholeId === resourceId).map(({ id }) => id);
  return parts.length > 0 ? parts : [resourceId];
}
