import type { Size } from '@samay/contract/availability/resources';
import { assertThat } from '../../../core/app-error.ts';
import { onlyRow } from '../../../db/transaction.ts';
import type { BusinessDays, OpenDays } from './business-days.ts';
import type { DaysRow } from './day-queries.ts';
import type { OpenRow } from './open-queries.ts';
import type { Span } from './spans.ts';

/** The service and the resource whose free starts are requested. */
export interface Asked {
  readonly service?: string | undefined;
  readonly resource?: string | undefined;
  /** The size of court that is meant if no resource is asked for. */
  readonly size?: Size | undefined;
  /** Minutes, if they differ from the service's duration. */
  readonly duration?: number | undefined;
  /** The booking that is moved. */
  readonly except?: string | undefined;
}

/**
 * Prepares the rows of `readDays`. An archived service is offered to bookings that have it, when
 * they are moved. @throws `not_found` for an unknown service or resource
 */
export function makeBusinessDays(
  rows: readonly DaysRow[],
  { service: askedService, except }: Asked,
): BusinessDays {
  const row = onlyRow(rows);
  assertThat(row.knows_resource && (askedService === undefined || row.service !== null), 'not_found');
  const service = getService(row);
  const isOffered = service !== null && (!service.isArchived || except !== undefined);
  const claims = row.claims ?? [];
  const holds = claims.flatMap(([, , , endsAt]) => endsAt ?? []);
  return {
    service: isOffered ? service : null,
    resources: inOrder((row.resources ?? []).map(([id, wholeId, gives]) => ({ id, wholeId, gives }))),
    ...getHours(row),
    claims: new Map(claims.map(([unit, starts, ends]) => [unit, makeSpans(starts, ends)])),
    holdEndsAt: holds.length > 0 ? Math.min(...holds) : null,
  };
}

/** Returns when a business and its resources are open. */
export function makeOpenDays(
  row: OpenRow & { readonly resources: readonly (readonly [id: string, wholeId: string | null])[] | null },
): OpenDays {
  return { resources: (row.resources ?? []).map(([id, wholeId]) => ({ id, wholeId })), ...getHours(row) };
}

/** Returns the weekly hours, closures and extra hours of a row. */
function getHours({ hours, exceptions }: OpenRow): Pick<OpenDays, 'hours' | 'exceptions'> {
  return {
    hours: (hours ?? []).map(([resourceId, weekday, opens, closes]) => ({
      resourceId,
      weekday,
      opens,
      closes,
    })),
    exceptions: (exceptions ?? []).map(([resourceId, isClosure, from, to, reason]) => ({
      resourceId,
      isClosure,
      from,
      to,
      reason,
    })),
  };
}

/** Returns the spans of two lists, of their starts and of their ends. */
export function makeSpans(starts: readonly number[], ends: readonly number[]): Span[] {
  return starts.map((from, index) => ({ from, to: ends[index] ?? from }));
}

function getService({ service }: DaysRow): BusinessDays['service'] {
  if (!service) return null;
  const [id, duration, bufferBefore, bufferAfter, grid, isArchived, isByEveryResource] = service;
  return { id, duration, bufferBefore, bufferAfter, grid, isArchived, isByEveryResource };
}

/** Sorts each whole before its parts. Parts of an archived whole are archived with it. */
function inOrder(resources: BusinessDays['resources']): BusinessDays['resources'] {
  return resources
    .filter(({ wholeId }) => wholeId === null)
    .flatMap((whole) => [whole, ...resources.filter(({ wholeId }) => wholeId === whole.id)]);
}
