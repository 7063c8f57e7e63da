import { channelNames, defaultOrder, type NoticeChannel } from '@samay/contract/reach/notices';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import { readChannelsOn, readOrder } from './queries.ts';

/** Says how reminders go that one channel does not take: `reminders go by SMS or email`. */
export function describeOtherWays(others: readonly NoticeChannel[]): string {
  if (others.length === 0) return 'reminders do not leave';
  return `reminders go by ${others.map((other) => channelNames[other]).join(' or ')}`;
}

/** Reads by which other channels reminders go that one does not take, in the order of the owner. */
export async function readOtherWays(
  tx: Tx,
  context: BusinessContext,
  channel: NoticeChannel,
): Promise<NoticeChannel[]> {
  const read = await runTogether(tx, context, { orders: readOrder({}), on: readChannelsOn({}) });
  return listOn(read.orders[0]?.order, read.on).filter((other) => other !== channel);
}

/** Lists the channels that are on, in the order of the owner. */
export function listOn(
  order: readonly NoticeChannel[] | undefined,
  on: readonly { readonly channel: NoticeChannel }[],
): NoticeChannel[] {
  return (order ?? defaultOrder).filter((each) => on.some(({ channel }) => channel === each));
}
