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
  const counted = countPending({ now: context.now });
  if (!allowed(context, 'settings.write')) {
    const read = await readInOneMessage(context, { counted });
    return { ...onlyRow(read.counted), failedRefunds: 0 };
  }
  const read = await readInOneMessage(context, { counted, refunds: countFailed({}) });
  return { ...onlyRow(read.counted), failedRefunds: onlyRow(read.refunds).failed };
}
