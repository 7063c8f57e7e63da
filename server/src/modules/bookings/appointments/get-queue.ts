import type { Queue } from '@samay/contract/bookings/queue';
import { indiaDate } from '@samay/contract/core/time';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { present } from './present.ts';
import { listRecent, listWaiting } from './queue-queries.ts';
import { countShown } from './tally-queries.ts';
import { visibilityIn } from './visibility-queries.ts';

const mostWaiting = 100;
const mostRecent = 3;

/** Today's queue for the front desk: the waiting bookings by time, and the latest finished ones. */
export async function getQueue(context: TenantContext): Promise<Queue> {
  const today = indiaDate(context.now);
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const view = { order: context.businessType, visibility };
    const waiting = await listWaiting(tx, today, view, mostWaiting);
    const { completed, no_show: noShow } = await countShown(tx, { from: today, to: today }, view);
    const recent = await listRecent(tx, today, view, mostRecent);
    return {
      waiting: waiting.map((row) => present(row, context)),
      done: { completed, noShow },
      recent: recent.map((row) => present(row, context)),
    };
  });
}
