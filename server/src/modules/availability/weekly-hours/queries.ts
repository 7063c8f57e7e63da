import type { WeeklyHours } from '@samay/contract/availability/hours';
import type { Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

const columns = ['resource_id', 'weekday', 'opens', 'closes'] as const;

/** Hours of one weekday of a resource or, with null, of the business. Times are `HH:MM:SS`. */
export type WeeklyRow = Pick<Selectable<Schema['weekly_hours']>, (typeof columns)[number]>;

/** Lists the weekly hours of the business and its resources. */
export const listWeeklyRows = statement<object, WeeklyRow>((db, { tenantId }) =>
  db
    .selectFrom('weekly_hours')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .orderBy('resource_id')
    .orderBy('weekday')
    .orderBy('opens')
    .orderBy('closes'),
);

/** Presents the weekly hours of one owner. */
export function presentWeekly(rows: readonly WeeklyRow[]): WeeklyHours[] {
  return rows.map(({ weekday, opens, closes }) => ({
    weekday,
    opens: opens.slice(0, 5),
    closes: closes.slice(0, 5),
  }));
}

export async function replaceWeekly(
  tx: Tx,
  tenantId: TenantId,
  resourceId: string | null,
  hours: readonly WeeklyHours[],
) {
  await tx
    .deleteFrom('weekly_hours')
    .where('tenant_id', '=', tenantId)
    .where('resource_id', resourceId === null ? 'is' : '=', resourceId)
    .execute();
  if (hours.length === 0) return;
  const rows = hours.map((each) => ({ ...each, tenant_id: tenantId, resource_id: resourceId }));
  await tx.insertInto('weekly_hours').values(rows).execute();
}
