import { type DaySheet, maxSheetRows } from '@samay/contract/bookings/day-sheet';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { visibilityIn } from '../appointments/visibility-queries.ts';
import { countByDay, listByDay } from './queries.ts';

interface Input {
  readonly query: { readonly date: string };
}

/** All bookings of a day by time, for printing and for offline use. Cancelled bookings are left out. */
export async function getDaySheet(context: TenantContext, { query: { date } }: Input): Promise<DaySheet> {
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const view = { order: context.businessType, visibility };
    const day = { from: date, to: date };
    const rows = await listByDay(tx, day, view, maxSheetRows);
    const [counted] = await countByDay(tx, day, view);
    return {
      date,
      asOf: context.now.toISOString(),
      rows: rows.map((row) => ({
        id: row.id,
        time: row.appointment_time.slice(0, 5),
        personName: row.person_name,
        personContact: row.person_contact,
        doctor: row.doctor,
        status: row.status,
      })),
      count: counted?.count ?? 0,
    };
  });
}
