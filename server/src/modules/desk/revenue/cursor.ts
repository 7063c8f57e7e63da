import { cursorPart, Cursors } from '../../../http/cursor.ts';

/** The cursors of lists that are sorted by day, time and id. */
export const cursorsByTime = new Cursors({
  date: cursorPart.date,
  time: cursorPart.time,
  id: cursorPart.id,
});

/** Returns the values by which such a list sorts a booking. */
export function getKey(row: { appointment_date: string; appointment_time: string; id: string }) {
  return { date: row.appointment_date, time: row.appointment_time, id: row.id };
}
