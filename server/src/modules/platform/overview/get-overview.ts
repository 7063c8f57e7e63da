import type { Overview } from '@samay/contract/platform/tenants';
import { addMonths, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { listBrokenChecks } from '../integrity/queries.ts';
import { countPeople, countTenants, type Sum, sumByPlan } from './overview-queries.ts';

const mostBroken = 20;

/** The platform's numbers, counted at each request. */
export async function getOverview(context: SessionContext): Promise<Overview> {
  const start: LocalDate = `${indiaDate(context.now).slice(0, 7)}-01`;
  const before = addMonths(start, -1);
  return asPlatform(context.dependencies, async (tx) => {
    const tenants = await countTenants(tx);
    const sums = await sumByPlan(tx, { by: 'month', from: before, to: addMonths(start, 1) });
    return {
      tenants: tenantNumbers(tenants),
      people: await countPeople(tx),
      month: monthNumbers(sums, start),
      lastMonth: monthNumbers(sums, before),
      broken: (await listBrokenChecks(tx, mostBroken)).map(brokenCheck),
    };
  });
}

function brokenCheck(row: Awaited<ReturnType<typeof listBrokenChecks>>[number]): Overview['broken'][number] {
  return {
    check: row.kind,
    tenant: row.tenant_name === null ? null : { id: row.tenant_id, name: row.tenant_name },
    found: row.last_found,
    checkedAt: row.finished_at?.toISOString() ?? null,
  };
}

function tenantNumbers(rows: Awaited<ReturnType<typeof countTenants>>): Overview['tenants'] {
  const numbers = {
    total: 0,
    byStatus: { active: 0, pending: 0, suspended: 0 },
    byPlan: { basic: 0, premium: 0, enterprise: 0 },
    byType: { doctor: 0, turf: 0, unset: 0 },
  };
  for (const { status, plan, type, count } of rows) {
    numbers.total += count;
    numbers.byStatus[status] += count;
    if (plan) numbers.byPlan[plan] += count;
    numbers.byType[type ?? 'unset'] += count;
  }
  return numbers;
}

function monthNumbers(sums: readonly Sum[], start: LocalDate): Overview['month'] {
  const ofMonth = sums.filter(({ bucket }) => bucket === start);
  return {
    start,
    bookings: ofMonth.reduce((sum, { bookings }) => sum + bookings, 0),
    revenue: ofMonth.reduce((sum, { revenue }) => sum + revenue, 0),
  };
}
