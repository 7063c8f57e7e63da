import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { run } from '../../../db/transaction.ts';
import type { QueryBuilder, Statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { type ListView, shownStatement, visible } from '../../visibility/index.ts';
import { calendarIdColumn, isNotEnqueued, type } from './queries.ts';

interface Moment {
  readonly today: LocalDate;
  readonly now: Date;
}

/** Counts the bookings that `listMissing` lists. One row. */
export function countMissing(view: ListView, now: Date): Statement<{ count: number }> {
  return countRows(view, { now, today: indiaDate(now) });
}

const countRows = shownStatement<Moment, { count: number }>((db, view, values) =>
  missingBookings(db, view, values).select(sql<number>`count(*)::int`.as('count')),
);

/**
 * Lists the shown bookings from now on that are neither in the connected calendar nor enqueued,
 * soonest first.
 */
export async function listMissing(
  tx: Tx,
  { tenantId, now }: { readonly tenantId: TenantId; readonly now: Date },
  view: ListView,
  most: number,
) {
  const rows = await run(tx, { tenantId }, listRows(view, { now, today: indiaDate(now), most }));
  return rows.map(({ id }) => id);
}

const listRows = shownStatement<Moment & { most: number }, { id: string }>((db, view, values) =>
  missingBookings(db, view, values)
    .select('appointments.id')
    .orderBy('starts_at')
    .orderBy('appointments.id')
    .limit(values.most),
);

function missingBookings(
  db: QueryBuilder,
  { order, visibility }: ListView,
  { tenantId, today, now }: Moment & { tenantId: TenantId },
) {
  return (
    db
      .selectFrom('appointments')
      .innerJoin('tenant_integrations', 'tenant_integrations.tenant_id', 'appointments.tenant_id')
      .where('appointments.tenant_id', '=', tenantId)
      .where('integration_type', '=', type)
      .where('is_connected', '=', true)
      .where('status', '=', 'scheduled')
      // Limits the range for the index: a business may have years of bookings that were never
      // completed.
      .where('appointment_date', '>=', today)
      .where('starts_at', '>', now)
      .where(visible(order, visibility))
      .where(
        sql<boolean>`not exists (select from calendar_events where calendar_events.tenant_id = appointments.tenant_id
        and calendar_events.appointment_id = appointments.id and calendar_events.calendar_id = ${calendarIdColumn})`,
      )
      .where(isNotEnqueued)
  );
}
