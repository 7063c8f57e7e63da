import type { AnswerEvent, ChannelEvent } from '../../../adapters/channels/port.ts';
import { type BusinessContext, guestContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError } from '../../../core/app-error.ts';
import { inTenant } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { comeOwn, findOwn } from '../../bookings/index.ts';
import {
  findAnswered,
  findPressed,
  noteOptOut,
  noteReply,
  noteReport,
  noteText,
  readNumber,
} from '../../reach/index.ts';
import { isStop } from './stop-words.ts';

/**
 * Notes the reports of a body one after the other. Each may come twice or out of order. Rejects where
 * the database is away: the provider sends the body again.
 */
export async function handleEvents(
  dependencies: Dependencies,
  events: readonly ChannelEvent[],
  requestId: string,
): Promise<void> {
  for (const event of events)
    if (event.kind === 'status') await noteReport(dependencies, event);
    else if (event.kind === 'text') await noteText(dependencies, event);
    else await noteAnswer(dependencies, event, requestId);
}

async function noteAnswer(
  dependencies: Dependencies,
  { account, from, quoted, pressed, providerId, text }: AnswerEvent,
  requestId: string,
): Promise<void> {
  const number = readNumber(from);
  if (number === undefined) return;
  if (pressed !== null) return noteComing(dependencies, { number, pressed, requestId });
  const answered = await findAnswered(dependencies, { number, account, quoted });
  if (!answered) return;
  const { bookingId, tenantId } = answered;
  const context = guestContext(dependencies, { tenantId, requestId });
  if (isStop(text)) await noteStop(context, { bookingId, number, text });
  else await noteReply(context, { bookingId, channel: 'whatsapp', providerId, text });
}

interface Pressed {
  readonly number: string;
  readonly pressed: string;
  readonly requestId: string;
}

/** Notes that a person comes to the bookings of a message, each where it still may be noted. */
async function noteComing(
  dependencies: Dependencies,
  { number, pressed, requestId }: Pressed,
): Promise<void> {
  const found = await findPressed(dependencies, { number, pressed });
  if (!found) return;
  const guest = guestContext(dependencies, { tenantId: found.context.tenantId, requestId });
  for (const told of found.told) {
    const booking = await findOwn(guest, told);
    if (!booking || booking.own.isHidden) continue;
    await comeOwn(booking.context, booking.own).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    });
  }
}

interface Stop {
  readonly bookingId: string;
  readonly number: string;
  readonly text: string;
}

/** Notes that a person wants no more notices of a business. */
async function noteStop(context: BusinessContext, { bookingId, number, text }: Stop): Promise<void> {
  await inTenant({ ...context, isShown: false }, async (tx) => {
    if (await noteOptOut(tx, context, { bookingId, wording: text.slice(0, 200), number }))
      await audit(tx, context, 'appointment.notices_ended', bookingId);
  });
}
