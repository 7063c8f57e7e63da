import { sql } from 'kysely';
import type { Statement } from '../../../db/statement.ts';
import { selectAppointments } from '../../bookings/index.ts';
import {
  shownStatement,
  inListOrder,
  isPastKey,
  type Key,
  listOrder,
  type ListView,
  visible,
} from '../../visibility/index.ts';
import { selectFamily, shownAs } from '../../people/index.ts';
import { type NotedRow, withNote } from './note-queries.ts';

interface Page {
  readonly after: Key | undefined;
  readonly limit: number;
}

/**
 * Lists the bookings that the plan shows of a person and of those shown with them, latest first;
 * `after` is the key of the previous row.
 */
export function listHistory(view: ListView, patientId: string, { after, limit }: Page): Statement<NotedRow> {
  const key = { keyDate: after?.date ?? '', keyTime: after?.time ?? '', keyId: after?.id ?? '' };
  return selectOfPatient(view, { patientId, ...key, limit }, { isFirst: after === undefined });
}

interface Values {
  readonly patientId: string;
  readonly keyDate: string;
  readonly keyTime: string;
  readonly keyId: string;
  readonly limit: number;
}

/**
 * Finds the page by the index of each person who is shown, so that no person's bookings are all
 * sorted.
 */
const selectOfPatient = shownStatement<Values, NotedRow, { isFirst: boolean }>(
  (db, { order, visibility }, { tenantId, patientId, keyDate, keyTime, keyId, limit }, { isFirst }) => {
    const past = isPastKey('turf', { date: keyDate, time: keyTime, id: keyId }, 'after');
    const page = sql<string>`select page.id from patients as named
      cross join lateral (select ${shownAs('named')} as id) as person cross join lateral ${selectFamily(tenantId, 'person')}
      cross join lateral (
        select appointments.id, appointments.appointment_date as day, appointments.appointment_time as moment from appointments
        where appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = family.id and ${visible(order, visibility)}
          ${isFirst ? sql`` : sql`and ${past}`}
        order by ${listOrder('turf')} limit ${limit}
      ) as page
      where named.tenant_id = ${tenantId}::uuid and named.id = ${patientId}::uuid
      order by page.day desc, page.moment desc, page.id desc limit ${limit}`;
    return inListOrder(withNote(selectAppointments(db, tenantId)), 'turf')
      .where('appointments.tenant_id', '=', tenantId)
      .where(sql<boolean>`appointments.id = any(array(${page}))`);
  },
);
