import { mostRequests, requestDays, type Requests } from '@samay/contract/public/requests';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { countFailed } from '../../online-payments/index.ts';
import { presentRequest } from './present.ts';
import { countPending, listRequestRows } from './queries.ts';

/** Lists the requests of the last days, those that wait first. */
export async function listRequests(context: TenantContext): Promise<Requests> {
  const { now } = context;
  const since = new Date(now.getTime() - requestDays * 86_400_000);
  const { rows } = await readInOneMessage(context, {
    rows: listRequestRows({ since, now, limit: mostRequests }),
  });
  return { items: rows.map((row) => presentRequest(row, now)) };
}

export async function countRequests(
  context: TenantContext,
): Promise<{ pending: number; failedRefunds: number }> {
  const { counted, refunds } = await readInOneMessage(context, {
    counted: countPending({ now: context.now }),
    refunds: countFailed({}),
  });
  const { failed } = onlyRow(refunds);
  return { ...onlyRow(counted), failedRefunds: allowed(context, 'settings.write') ? failed : 0 };
}
