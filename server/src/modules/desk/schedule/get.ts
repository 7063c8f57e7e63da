import { mostDaysOfClaims, mostPerDay, type Schedule } from '@samay/contract/desk/schedule';
import { addMinutes, daysBetween, indiaDate, indiaTime } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import type { TenantContext } from '../../../context/request-context.ts';
import { readOpeningHours } from '../../bookings/index.ts';
import { readShown, countByDay } from '../../visibility/index.ts';
import { countBooked, listByDay, listClaims } from './queries.ts';

interface Input {
  readonly query: { readonly from: string; readonly to: string };
}

/**
 * Returns the bookings of a range of days for the calendar view, with the opening hours. Cancelled
 * bookings are left out.
 */
export async function getSchedule(context: TenantContext, { query: days }: Input): Promise<Schedule> {
  const { rows } = await readShown(context, (view) => ({
    bookings: listByDay(view, { ...days, perDay: mostPerDay }),
    counts: countByDay(view, days),
    hours: readOpeningHours({}),
    claims: daysBetween(days.from, days.to) < mostDaysOfClaims ? listClaims(view, days) : undefined,
  }));
  const [hours] = rows.hours;
  return {
    bookings: rows.bookings.map((row) => ({
      id: row.id,
      personName: row.person_name,
      doctor: row.doctor,
      resourceId: row.resource_id,
      serviceName: row.service_name ?? wording[context.businessType].service,
      date: row.appointment_date,
      time: row.appointment_time.slice(0, 5),
      endTime: addMinutes(row.appointment_time.slice(0, 5), row.duration_min),
      duration: row.duration_min,
      overbookedReason: row.overbooked_reason,
      walkIn: row.walk_in,
      status: row.status,
    })),
    counts: countBooked(rows.counts),
    claims: (rows.claims ?? []).map((claim) => ({
      resourceId: claim.resource_id,
      bookingId: claim.booking_id,
      from: getMoment(claim.starts_at),
      to: getMoment(claim.ends_at),
    })),
    openingHours: { slots: hours?.time_slots ?? [], days: hours?.operating_days ?? [] },
  };
}

function getMoment(instant: Date): { date: string; time: string } {
  return { date: indiaDate(instant), time: indiaTime(instant) };
}
