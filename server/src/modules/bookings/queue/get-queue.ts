import type { Queue } from '@samay/contract/bookings/queue';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { present } from '../appointments/present.ts';
import { listRecent, listWaiting } from './queue-queries.ts';
import { readShown } from '../appointments/read-shown.ts';
import { countByStatus } from '../appointments/tally-queries.ts';

const mostWaiting = 100;
const mostRecent = 3;

/** Today's queue for the front desk: the waiting bookings by time, and the latest finished ones. */
export async function getQueue(context: TenantContext): Promise<Queue> {
  const day = indiaDate(context.now);
  const { rows } = await readShown(context, (view) => ({
    waiting: listWaiting(view, { day, limit: mostWaiting }),
    counts: countByStatus(view, { from: day, to: day }),
    recent: listRecent(view, { day, limit: mostRecent }),
  }));
  const [counted] = rows.counts;
  return {
    waiting: rows.waiting.map((row) => present(row, context)),
    done: { completed: counted?.completed ?? 0, noShow: counted?.no_show ?? 0 },
    recent: rows.recent.map((row) => present(row, context)),
  };
}
