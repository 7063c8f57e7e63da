import type { getHours as endpoint, HourException } from '@samay/contract/availability/hours';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { listWeeklyRows, presentWeekly } from '../weekly-hours/queries.ts';
import { type ExceptionRow, listExceptions } from './queries.ts';

/** Shows weekly hours, with the closures and extra hours of some days. */
export async function getHours(
  context: TenantContext,
  { query }: { query: QueryOf<typeof endpoint> },
): Promise<ReplyOf<typeof endpoint>> {
  const { weekly, exceptions } = await readInOneMessage(context, {
    weekly: listWeeklyRows({}),
    exceptions: listExceptions(query),
  });
  const withOwn = [...new Set(weekly.flatMap((row) => (row.resource_id === null ? [] : [row.resource_id])))];
  const presentHours = (id: string | null) => presentWeekly(weekly.filter((row) => row.resource_id === id));
  return {
    business: presentHours(null),
    ofResources: withOwn.map((resourceId) => ({ resourceId, hours: presentHours(resourceId) })),
    exceptions: exceptions.map(presentException),
  };
}

/** Presents a closure or extra hours in India's date and time. */
export function presentException(row: ExceptionRow): HourException {
  return {
    id: row.id,
    kind: row.kind,
    resourceId: row.resource_id,
    from: toMoment(row.starts_at),
    to: toMoment(row.ends_at),
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
  };
}

function toMoment(instant: Date): HourException['from'] {
  return { date: indiaDate(instant), time: indiaTime(instant) };
}
