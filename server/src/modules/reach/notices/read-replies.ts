import { isoOf } from '@samay/contract/core/time';
import {
  type BookingNotices,
  mostUnread,
  unreadDays,
  type UnreadReplies,
} from '@samay/contract/reach/notices';
import type { TenantContext } from '../../../context/request-context.ts';
import { announceChange, inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { readShown } from '../../visibility/index.ts';
import { showBookingNotices } from './settings.ts';
import { listUnread, readReplies } from './reply-queries.ts';

/**
 * Notes that the replies of a booking are read. Writes and audits nothing where they are so already.
 * @throws `not_found` if the plan hides the booking, or it is not of the business
 */
export async function markRepliesRead(
  context: TenantContext,
  input: { params: { id: string } },
): Promise<BookingNotices> {
  const shown = await showBookingNotices(context, input);
  if (!shown.replies.some(({ isUnread }) => isUnread)) return shown;
  const bookingId = input.params.id;
  await inTenant(context, async (tx) => {
    if ((await run(tx, context, readReplies({ bookingId, now: context.now }))).length === 0) return;
    await audit(tx, context, 'appointment.replies_read', bookingId);
    announceChange(tx, context, 'messages', bookingId);
  });
  return showBookingNotices(context, input);
}

/** Lists the latest replies that nobody has read, about bookings that the plan shows. */
export async function listUnreadReplies(context: TenantContext): Promise<UnreadReplies> {
  const since = new Date(context.now.getTime() - unreadDays * 86_400_000);
  const { unread } = (
    await readShown(context, (view) => ({ unread: listUnread(view, { since, most: mostUnread }) }))
  ).rows;
  return {
    items: unread.map(({ total: _, at, time, ...row }) => ({
      ...row,
      at: isoOf(at),
      time: time.slice(0, 5),
    })),
    total: unread[0]?.total ?? 0,
  };
}
