import type { WeeklyHours } from '@samay/contract/availability/hours';
import type { Resource } from '@samay/contract/availability/resources';
import type { TenantContext } from '../../../context/request-context.ts';
import { presentWeekly } from '../weekly-hours/present.ts';
import type { WeeklyRow } from '../weekly-hours/queries.ts';
import type { ResourceRow } from './queries.ts';

/**
 * Presents the resources of a business with their parts; `hours` are the weekly hours of all of
 * them.
 */
export function presentResources(
  rows: readonly ResourceRow[],
  hours: readonly WeeklyRow[],
  { caller }: Pick<TenantContext, 'caller'>,
): Resource[] {
  return rows
    .filter((row) => row.whole_id === null)
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      colour: row.colour,
      parts: rows
        .filter((part) => part.whole_id === row.id)
        .map(({ id, name, archived_at: at }) => ({ id, name, archivedAt: instantOf(at) })),
      memberId: row.member_id,
      isOwn: row.member_id === caller.userId,
      hours: hoursOf(hours, row.id),
      archivedAt: instantOf(row.archived_at),
    }));
}

function hoursOf(hours: readonly WeeklyRow[], resourceId: string): WeeklyHours[] {
  return presentWeekly(hours.filter((row) => row.resource_id === resourceId));
}

function instantOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
