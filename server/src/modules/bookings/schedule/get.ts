import { mostPerDay, type Schedule } from '@samay/contract/bookings/schedule';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { findOpeningHours } from '../appointments/queries.ts';
import { visibilityIn } from '../appointments/visibility-queries.ts';
import { countByDay, listByDay } from './queries.ts';

interface Input {
  readonly query: { readonly from: string; readonly to: string };
}

/** The bookings of a range of days for the calendar view, with the opening hours. Cancelled bookings are left out. */
export async function getSchedule(context: TenantContext, { query: { from, to } }: Input): Promise<Schedule> {
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const view = { order: context.businessType, visibility };
    const rows = await listByDay(tx, { from, to }, view, mostPerDay);
    const hours = await findOpeningHours(tx);
    return {
      bookings: rows.map((row) => ({
        id: row.id,
        personName: row.person_name,
        doctor: row.doctor,
        date: row.appointment_date,
        time: row.appointment_time.slice(0, 5),
        status: row.status,
      })),
      counts: await countByDay(tx, { from, to }, view),
      openingHours: { slots: hours?.time_slots ?? [], days: hours?.operating_days ?? [] },
    };
  });
}
