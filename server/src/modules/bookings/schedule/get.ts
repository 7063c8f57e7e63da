import { mostPerDay, type Schedule } from '@samay/contract/bookings/schedule';
import type { TenantContext } from '../../../context/request-context.ts';
import { readOpeningHours } from '../appointments/queries.ts';
import { readShown } from '../appointments/read-shown.ts';
import { countByDay } from '../appointments/tally-queries.ts';
import { bookedOf, listByDay } from './queries.ts';

interface Input {
  readonly query: { readonly from: string; readonly to: string };
}

/** The bookings of a range of days for the calendar view, with the opening hours. Cancelled bookings are left out. */
export async function getSchedule(context: TenantContext, { query: days }: Input): Promise<Schedule> {
  const { rows } = await readShown(context, (view) => ({
    bookings: listByDay(view, { ...days, perDay: mostPerDay }),
    counts: countByDay(view, days),
    hours: readOpeningHours({}),
  }));
  const [hours] = rows.hours;
  return {
    bookings: rows.bookings.map((row) => ({
      id: row.id,
      personName: row.person_name,
      doctor: row.doctor,
      date: row.appointment_date,
      time: row.appointment_time.slice(0, 5),
      status: row.status,
    })),
    counts: bookedOf(rows.counts),
    openingHours: { slots: hours?.time_slots ?? [], days: hours?.operating_days ?? [] },
  };
}
