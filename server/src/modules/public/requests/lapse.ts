import { addDays, indiaDate, indiaTime, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { afterOpenMinutes, localMinute, readOpenTime } from '../../availability/index.ts';
import { startOf } from '../../bookings/index.ts';
import type { Shown } from '../online/shown.ts';

/** The days that are searched for open time; a business that is closed longer has until then. */
const mostDays = 14;

/**
 * Computes until when the time of a request is kept: for some of the business's open time, and not beyond
 * its start.
 * @param minutes of open time
 */
export async function computeLapse(
  tx: Tx,
  { context }: Shown,
  { date, time }: { readonly date: LocalDate; readonly time: LocalTime },
  minutes: number,
): Promise<Date> {
  const { now } = context;
  const today = indiaDate(now);
  const row = onlyRow(await run(tx, context, readOpenTime({ from: today, to: addDays(today, mostDays) })));
  const from = localMinute(today, indiaTime(now));
  const until = localMinute(addDays(today, mostDays));
  const end = afterOpenMinutes(row, { from, until, minutes }) ?? until;
  const lapses = now.getTime() + (end - from) * 60_000;
  const start = startOf({ appointment_date: date, appointment_time: time }).getTime();
  return new Date(Math.min(lapses, start));
}
