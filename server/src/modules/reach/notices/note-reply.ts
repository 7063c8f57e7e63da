import type { BusinessContext } from '../../../context/business-context.ts';
import { announceChange, inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { insertReply } from './reply-queries.ts';

/** The most replies that are kept of a booking: a number that writes without end fills nothing. */
const mostReplies = 50;

interface Written {
  readonly bookingId: string;
  readonly channel: 'whatsapp' | 'sms';
  /** The provider's id of the message. */
  readonly providerId: string;
  readonly text: string;
}

/**
 * Keeps what a person wrote in answer to a notice about a booking, once, and tells the open screens. A
 * message without words is not kept.
 */
export async function noteReply(context: BusinessContext, written: Written): Promise<void> {
  // PostgreSQL stores no zero byte.
  const text = written.text.replaceAll('\0', '').trim();
  if (text === '') return;
  const { bookingId } = written;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const reply = { ...written, text, now: context.now, most: mostReplies };
    if ((await run(tx, context, insertReply(reply))).length > 0)
      announceChange(tx, context, 'messages', bookingId);
  });
}
