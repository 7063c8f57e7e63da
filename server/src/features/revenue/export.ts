import type { FastifyReply } from 'fastify';
import { wording } from '@samay/contract/wording';
import { inTenant } from '../../db/tenant.ts';
import type { TenantContext } from '../../http/context.ts';
import { audit } from '../audit/index.ts';
import { visibilityIn } from '../appointments/index.ts';
import { presentTransaction } from './present.ts';
import { type DayRange, listRevenueRows, sumRevenue } from './queries.ts';
import { revenueCsv } from './csv.ts';

/** The range's transactions as a file, with the total that the screen shows, all as of one moment. Who took them out is noted. */
export async function exportRevenue(context: TenantContext, { query }: { query: DayRange }): Promise<FastifyReply> {
  const { from, to } = query;
  const content = await inTenant({ ...context, isolation: 'repeatable read' }, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const rows = await listRevenueRows(tx, { from, to }, { order: context.businessType, visibility });
    const sum = await sumRevenue(tx, { from, to });
    await audit(tx, context, 'revenue.exported', context.tenantId, { from, to, rows: rows.length });
    return revenueCsv(rows.map(presentTransaction), sum, wording[context.businessType]);
  });
  return context.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="revenue_${from}_${to}.csv"`,
      'cache-control': 'no-store',
    })
    .send(content);
}
