import { mostRequests, requestDays, type Requests } from '@samay/contract/public/requests';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
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

export async function countRequests(context: TenantContext): Promise<{ pending: number }> {
  const { counted } = await readInOneMessage(context, { counted: countPending({ now: context.now }) });
  return onlyRow(counted);
}
