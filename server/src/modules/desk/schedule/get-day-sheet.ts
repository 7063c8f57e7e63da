import { resourceNames } from '@samay/contract/availability/resource-names';
import { type DaySheet, maxSheetRows } from '@samay/contract/desk/day-sheet';
import { addMinutes } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { getDue } from '../../bookings/index.ts';
import { readAboutOfDay, presentAbout } from '../../people/index.ts';
import { readShown, countByDay } from '../../visibility/index.ts';
import { countBooked, listByDay, listCourts } from './queries.ts';

interface Input {
  readonly query: { readonly date: string };
}

/**
 * Returns all bookings of a day by time, for printing and for offline use, without cancelled ones.
 */
export async function getDaySheet(context: TenantContext, { query: { date } }: Input): Promise<DaySheet> {
  const day = { from: date, to: date };
  const { rows } = await readShown(context, (view) => ({
    bookings: listByDay(view, { ...day, perDay: maxSheetRows }),
    counts: countByDay(view, day),
    courts: listCourts({}),
    people: readAboutOfDay({ day: date }),
  }));
  const names = resourceNames(rows.courts);
  const people = new Map(rows.people.map((person) => [person.id, person]));
  return {
    date,
    asOf: context.now.toISOString(),
    rows: rows.bookings.map((row) => ({
      id: row.id,
      time: row.appointment_time.slice(0, 5),
      endTime: addMinutes(row.appointment_time.slice(0, 5), row.duration_min),
      personName: row.person_name,
      personContact: row.person_contact,
      doctor: row.doctor,
      resourceId: row.resource_id,
      resourceName: names.get(row.resource_id ?? '') ?? row.resource_name,
      status: row.status,
      due: getDue(row),
      ...presentAbout(people.get(row.id), context),
    })),
    count: countBooked(rows.counts)[0]?.count ?? 0,
  };
}
