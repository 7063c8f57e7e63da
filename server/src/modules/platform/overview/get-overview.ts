import type { Overview } from '@samay/contract/platform/tenants';
import { addMonths, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { readAtOnceAsPlatform } from '../../../db/read-at-once.ts';
import { onlyRow } from '../../../db/run-statement.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { listBrokenChecks } from '../integrity/queries.ts';
import { countPeople, countTenants, type Sum, sumByPlan, type TenantCount } from './queries.ts';

const mostBroken = 20;

export async function getOverview(context: SessionContext): Promise<Overview> {
  const start: LocalDate = `${indiaDate(context.now).slice(0, 7)}-01`;
  const before = addMonths(start, -1);
  const { tenants, sums, people, broken } = await readAtOnceAsPlatform(context.dependencies, {
    tenants: countTenants({}),
    sums: sumByPlan({ from: before, to: addMonths(start, 1) }, { by: 'month' }),
    people: countPeople({}),
    broken: listBrokenChecks({ limit: mostBroken }),
  });
  return {
    tenants: tenantNumbers(tenants),
    people: onlyRow(people).count,
    month: monthNumbers(sums, start),
    lastMonth: monthNumbers(sums, before),
    broken: broken.map((row) => ({
      check: row.kind,
      tenant: row.tenant_name === null ? null : { id: row.tenant_id, name: row.tenant_name },
      found: row.last_found,
      checkedAt: row.finished_at?.toISOString() ?? null,
    })),
  };
}

function tenantNumbers(rows: readonly TenantCount[]): Overview['tenants'] {
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
