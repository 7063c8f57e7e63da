import type { TenantContext } from '../../../context/request-context.ts';
import type { NamedRow } from '../../audit/index.ts';
import { readShown } from '../../visibility/index.ts';
import { readAuditedBookings, readAuditedPeople, readAuditedReasons, readAuditedTimes } from './queries.ts';

/**
 * Reads the names that the audit log shows: those of bookings and people, without what the plan
 * hides, and of doctors, courts and services; and the reasons of rows of money.
 */
export async function readNamedRows(context: TenantContext, ids: readonly string[]): Promise<NamedRow[]> {
  const { rows } = await readShown(context, (view) => ({
    bookings: readAuditedBookings(view, { ids }),
    people: readAuditedPeople(view, { ids }),
    times: readAuditedTimes({ ids }),
    reasons: readAuditedReasons({ ids }),
  }));
  const bookings = rows.bookings.map((booking) => ({
    id: booking.id,
    name: booking.name,
    overbooked:
      booking.overbooked_reason === null
        ? null
        : {
            date: booking.appointment_date,
            time: booking.appointment_time.slice(0, 5),
            reason: booking.overbooked_reason,
          },
  }));
  return [...bookings, ...rows.people, ...rows.times, ...rows.reasons];
}
