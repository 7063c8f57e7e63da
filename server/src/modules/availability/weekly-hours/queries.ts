import type { WeeklyHours } from '@samay/contract/availability/hours';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { insertRow, type InTenant, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { writeTogether } from '../../../db/transaction.ts';

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

/** Replaces the weekly hours of a resource or, with null, of the business. */
export async function replaceWeekly(
  tx: Tx,
  { tenantId }: { readonly tenantId: TenantId },
  resourceId: string | null,
  hours: readonly WeeklyHours[],
) {
  const row = { tenant_id: tenantId, resource_id: resourceId };
  await writeTogether(tx, { tenantId }, [
    deleteWeekly({ resourceId }),
    ...hours.map((each) => insertRow('weekly_hours', { ...row, ...each })),
  ]);
}

const deleteWeekly = statement(
  (_, { tenantId, resourceId }: InTenant & { resourceId: string | null }) => sql`
    delete from weekly_hours where tenant_id = ${tenantId} and resource_id is not distinct from ${resourceId}::uuid`,
);
