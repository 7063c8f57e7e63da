import type { Dashboard } from '@samay/contract/desk/dashboard';
import { addDays, indiaDate, indiaTime } from '@samay/contract/core/time';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { readShown } from '../../visibility/index.ts';
import { type ReceivedSums, sumReceivedUntil } from '../../ledger/index.ts';
import * as queries from './queries.ts';

/**
 * Returns the dashboard: sums over all bookings, lists of those that the plan shows, and revenue
 * for callers with its permission.
 */
export async function getDashboard(context: TenantContext): Promise<Dashboard> {
  const today = indiaDate(context.now);
  const moment = { today, time: indiaTime(context.now), now: context.now };
  const days = {
    today,
    weekStart: addDays(today, -6),
    weekBefore: addDays(today, -13),
    monthStart: `${today.slice(0, 7)}-01`,
  };
  const maySeeRevenue = allowed(context, 'revenue.read');
  const mayMark = allowed(context, 'appointments.write') && !context.caller.tenant?.suspended;
  const { rows } = await readShown(context, (view) => ({
    sums: queries.sumBookings(days),
    staff: queries.countStaff({}),
    money: maySeeRevenue ? sumReceivedUntil(days) : undefined,
    received: maySeeRevenue ? queries.listReceived(view, { today }) : undefined,
    paidAhead: maySeeRevenue ? queries.listPaidAhead(view, { today }) : undefined,
    upcoming: queries.listUpcoming(view, moment),
    unmarked: mayMark ? queries.listUnmarked(view, moment) : undefined,
    unmarkedCount: mayMark ? queries.countUnmarked(view, moment) : undefined,
    nextUnmarked: mayMark ? queries.nextUnmarked(moment) : undefined,
  }));
  const sums = onlyRow(rows.sums);
  const upcoming = rows.upcoming.map(getLine);
  const nextUnmarked = rows.nextUnmarked ? onlyRow(rows.nextUnmarked).at : null;
  const ends = endOfNext(upcoming, moment);
  context.replyChangesAt?.(nextUnmarked !== null && nextUnmarked < ends ? nextUnmarked : ends);
  return {
    revenue: rows.money ? presentRevenue(sums, onlyRow(rows.money)) : null,
    bookings: { total: sums.bookings, today: sums.bookings_today },
    staff: onlyRow(rows.staff).count,
    recentTransactions: maySeeRevenue
      ? recentTransactions([...(rows.received ?? []), ...(rows.paidAhead ?? [])], today)
      : null,
    upcoming,
    unmarked: {
      count: rows.unmarkedCount ? onlyRow(rows.unmarkedCount).count : 0,
      lines: (rows.unmarked ?? []).map(getLine),
    },
  };
}

function presentRevenue(sums: queries.Sums, received: ReceivedSums): Dashboard['revenue'] {
  return {
    total: sums.revenue,
    lastSevenDays: sums.last_seven_days,
    sevenDaysBefore: sums.seven_days_before,
    receivedToday: received.today,
    receivedThisMonth: received.month,
    ahead: sums.revenue_ahead,
  };
}

/** Lists the latest up to today; where there are fewer than three, future ones follow. */
function recentTransactions(rows: readonly queries.Line[], today: string): Dashboard['recentTransactions'] {
  return rows
    .slice(0, queries.mostLines)
    .map((row) => ({ ...getLine(row), inAdvance: row.appointment_date > today }));
}

/**
 * Returns when the next booking of today stops being upcoming: a minute after its time. Without
 * one, the lists change at midnight.
 */
function endOfNext([next]: Dashboard['upcoming'], { today, time, now }: queries.Moment): Date {
  const minute = 60_000;
  const left =
    next?.date === today ? minuteOfDay(next.time) - minuteOfDay(time) : minutesOfDay - 1 - minuteOfDay(time);
  return new Date(Math.floor(now.getTime() / minute) * minute + (left + 1) * minute);
}

const minutesOfDay = 24 * 60;

function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

function getLine(row: queries.Line): Dashboard['upcoming'][number] {
  return {
    id: row.id,
    personName: row.person_name,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    amount: row.amount_paise,
    status: row.status,
  };
}
