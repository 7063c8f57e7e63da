import { type BusinessDays, type OfferedResource, type OpenResource, findUnits } from './business-days.ts';
import { unknownDuration } from './day-queries.ts';
import { computeOpenTime } from './open-time.ts';
import { firstEndingAfter, type Span, union, without } from './spans.ts';

/** The requested starts: those within the span. */
export interface Wanted extends Span {
  /** One doctor, court or part; by default all that give the service. */
  readonly resourceId?: string | undefined;
  /** The duration, if it differs from the service's. */
  readonly duration?: number | undefined;
}

/** The conditions for one start. */
interface AtStart {
  /** The duration, if it differs from the service's. */
  readonly duration?: number | undefined;
  readonly resources?: readonly OpenResource[];
}

/** The free starts of one resource in local minutes, in order. */
export interface FreeStart {
  readonly resourceId: string;
  readonly starts: readonly number[];
}

/** The minutes for which a booking occupies a unit. */
interface Taken {
  readonly duration: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Lists every start within the span at which the service can be booked, by resource (decision
 * 0048).
 */
export function freeStarts(days: BusinessDays, wanted: Wanted): FreeStart[] {
  const { service } = days;
  if (!service) return [];
  const taken = takenBy(days, wanted.duration);
  const grid = service.grid ?? Math.min(service.duration, 60);
  return offered(days, wanted.resourceId).map((resource) => {
    const { open, rows } = computeOpenTime(days, resource, wanted);
    const free = freeSpans(days, resource, { taken, open, wanted });
    return { resourceId: resource.id, starts: onGrid(rows, free, grid) };
  });
}

/** Lists the resources that are free at a start, on the grid or not. */
export function freeAt(
  days: BusinessDays,
  at: number,
  { duration, resources = offered(days) }: AtStart = {},
): string[] {
  const taken = takenBy(days, duration);
  const wanted = { from: at, to: at + 1 };
  return resources
    .filter((resource) => {
      const { open } = computeOpenTime(days, resource, wanted);
      return freeSpans(days, resource, { taken, open, wanted }).length > 0;
    })
    .map(({ id }) => id);
}

/** Returns the duration of a booking of the service, if there is one. */
export function durationIn({ service }: BusinessDays, duration: number | undefined): number {
  return duration ?? service?.duration ?? unknownDuration;
}

function takenBy(days: BusinessDays, duration: number | undefined): Taken {
  const { service } = days;
  return {
    duration: durationIn(days, duration),
    before: service?.bufferBefore ?? 0,
    after: service?.bufferAfter ?? 0,
  };
}

function offered({ resources }: BusinessDays, resourceId?: string): readonly OfferedResource[] {
  return resources.filter(({ id, gives }) => gives && (resourceId === undefined || id === resourceId));
}

/** Lists the possible starts: completely in open time, and with buffers that overlap no claim. */
function freeSpans(
  days: BusinessDays,
  { id }: OpenResource,
  { taken: { duration, before, after }, open, wanted }: { taken: Taken; open: readonly Span[]; wanted: Span },
): Span[] {
  const fitting = open
    .map(({ from, to }) => ({
      from: Math.max(from, wanted.from),
      to: Math.min(to - duration + 1, wanted.to),
    }))
    .filter(({ from, to }) => from < to);
  const claims = findUnits(days, id).flatMap((unit) => days.claims.get(unit) ?? []);
  return without(
    fitting,
    union(claims.map(({ from, to }) => ({ from: from - duration - after + 1, to: to + before }))),
  );
}

/** Lists the starts within free spans on the grid of the hours that contain them. */
function onGrid(rows: readonly Span[], free: readonly Span[], grid: number): number[] {
  const starts: number[] = [];
  for (const row of rows) {
    for (
      let index = firstEndingAfter(free, row.from);
      index < free.length && free[index]!.from < row.to;
      index += 1
    ) {
      const { from, to } = free[index]!;
      const end = Math.min(to, row.to);
      for (
        let start = row.from + Math.ceil(Math.max(from - row.from, 0) / grid) * grid;
        start < end;
        start += grid
      )
        starts.push(start);
    }
  }
  return isRising(starts) ? starts : [...new Set(starts)].toSorted((one, other) => one - other);
}

/** Returns whether starts are in order: overlapping rows give some out of order, or twice. */
function isRising(starts: readonly number[]): boolean {
  return starts.every((start, index) => index === 0 || starts[index - 1]! < start);
}
