import type { Dashboard } from '@samay/contract/dashboard';
import { addDays, indiaDate } from '@samay/contract/time';
import { readInTenant } from '../../db/tenant.ts';
import { allowed, type TenantContext } from '../../http/context.ts';
import { visibilityIn } from '../appointments/index.ts';
import { countStaff, listRecentTransactions, listUpcoming, sumBookings } from './queries.ts';

/** The home page: sums over everything, lists of what the plan shows, money only for those who may see it. */
export async function getDashboard(context: TenantContext): Promise<Dashboard> {
  const today = indiaDate(context.now);
  const maySeeRevenue = allowed(context, 'revenue.read');
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const shown = { order: context.businessType, visibility };
    const sums = await sumBookings(tx, { today, weekStart: addDays(today, -6), weekBefore: addDays(today, -13) });
    return {
      revenue: maySeeRevenue ? { total: sums.revenue, lastSevenDays: sums.last_seven_days, sevenDaysBefore: sums.seven_days_before } : null,
      bookings: { total: sums.bookings, today: sums.bookings_today },
      staff: await countStaff(tx),
      recentTransactions: maySeeRevenue ? (await listRecentTransactions(tx, shown)).map(lineOf) : null,
      upcoming: (await listUpcoming(tx, shown, today)).map(lineOf),
    };
  });
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
