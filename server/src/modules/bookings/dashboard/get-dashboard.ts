import type { Dashboard } from '@samay/contract/bookings/dashboard';
import { addDays, indiaDate, indiaTime } from '@samay/contract/core/time';
import { readInTenant, type Tx } from '../../../db/tenant.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { type ListView, visibilityIn } from '../appointments/visibility-queries.ts';
import { countStaff, countUnmarked, listRecentTransactions, listUnmarked, listUpcoming, type Moment, sumBookings } from './queries.ts';

/** The dashboard: sums over all bookings, lists of those that the plan shows, and revenue for callers with its permission. */
export async function getDashboard(context: TenantContext): Promise<Dashboard> {
  const today = indiaDate(context.now);
  const moment = { today, time: indiaTime(context.now) };
  const maySeeRevenue = allowed(context, 'revenue.read');
  const mayMark = allowed(context, 'appointments.write') && !context.caller.tenant?.suspended;
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const view = { order: context.businessType, visibility };
    const upcoming = (await listUpcoming(tx, view, moment)).map(lineOf);
    context.replyChangesAt?.(endOfNext(upcoming, moment, context.now));
    const sums = await sumBookings(tx, {
      today,
      weekStart: addDays(today, -6),
      weekBefore: addDays(today, -13),
      monthStart: `${today.slice(0, 7)}-01`,
    });
    return {
      revenue: maySeeRevenue ? revenueOf(sums) : null,
      bookings: { total: sums.bookings, today: sums.bookings_today },
      staff: await countStaff(tx),
      recentTransactions: maySeeRevenue ? await recentTransactions(tx, view, today) : null,
      upcoming,
      unmarked: mayMark ? await unmarked(tx, view, moment) : { count: 0, lines: [] },
    };
  });
}

function revenueOf(sums: Awaited<ReturnType<typeof sumBookings>>): Dashboard['revenue'] {
  return {
    total: sums.revenue,
    lastSevenDays: sums.last_seven_days,
    sevenDaysBefore: sums.seven_days_before,
    today: sums.revenue_today,
    thisMonth: sums.revenue_this_month,
    ahead: sums.revenue_ahead,
  };
}

async function recentTransactions(tx: Tx, view: ListView, today: string): Promise<Dashboard['recentTransactions']> {
  const rows = await listRecentTransactions(tx, view, today);
  return rows.map((row) => ({ ...lineOf(row), inAdvance: row.appointment_date > today }));
}

async function unmarked(tx: Tx, view: ListView, moment: Moment): Promise<Dashboard['unmarked']> {
  return { count: await countUnmarked(tx, view, moment), lines: (await listUnmarked(tx, view, moment)).map(lineOf) };
}

/** When the next booking of today stops being upcoming: with the minute after its own. Without one, the day's turn changes the lists. */
function endOfNext([next]: Dashboard['upcoming'], { today, time }: Moment, now: Date): Date {
  const minute = 60_000;
  const left = next?.date === today ? minuteOfDay(next.time) - minuteOfDay(time) : minutesOfDay - 1 - minuteOfDay(time);
  return new Date(Math.floor(now.getTime() / minute) * minute + (left + 1) * minute);
}

const minutesOfDay = 24 * 60;

function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

type Row = Awaited<ReturnType<typeof listUpcoming>>[number];

function lineOf(row: Row): Dashboard['upcoming'][number] {
  return {
    id: row.id,
    personName: row.person_name,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    amount: row.amount_paise,
    status: row.status,
  };
}
