import { type SentChange, SentKind, type WhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import type { Language, WhatsAppKind } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { type AppointmentRow, findShown } from '../rows/queries.ts';
import { sittingAt } from '../../availability/index.ts';
import { readShown } from '../../visibility/index.ts';
import { presentWhatsAppMessages } from './present.ts';
import { readSentChanges, readWhatsAppMessages, type SentRow } from './queries.ts';
import { fittingKinds, languageOf, numberOf, readingTexts, composeText } from './texts.ts';

type Until = WhatsAppOffer['kinds'][number]['until'];

/** Returns the messages that may be opened in WhatsApp for a booking, in every language. */
export async function getWhatsAppOffer(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<WhatsAppOffer> {
  const { rows } = await readShown(context, (view) => ({
    booking: findShown(view, { bookingId: id }),
    whatsAppMessages: readWhatsAppMessages({ bookingId: id }),
    ...readingTexts(id, sittingAt(context.now)),
    sent: readSentChanges({ bookingId: id }),
  }));
  const booking = orNotFound(rows.booking[0]);
  const number = numberOf(booking);
  const isOffered = number !== null && !context.caller.tenant?.suspended;
  const kinds = isOffered ? fittingKinds(booking, rows, context) : [];
  return {
    number,
    language: languageOf(rows),
    kinds: kinds.map((kind) => {
      const textIn = (language: Language) => composeText({ kind, language }, booking, rows, context);
      const texts = { en: textIn('en'), hi: textIn('hi'), mr: textIn('mr'), te: textIn('te') };
      return { kind, until: findUntil(kind, booking), texts };
    }),
    whatsAppMessages: presentWhatsAppMessages(rows.whatsAppMessages, context),
    sent: presentSent(rows.sent, kinds),
  };
}

/** Presents the changes that Samay tells by itself: one that is about to be told is of every kind that fits. */
function presentSent(rows: readonly SentRow[], kinds: readonly WhatsAppKind[]): SentChange[] {
  const isPending = rows.some(({ kind }) => kind === null);
  return SentKind.options
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) => {
      const state = isPending ? 'queued' : rows.find((row) => row.kind === kind)?.state;
      return state ? [{ kind, state }] : [];
    });
}

/** Returns the time from which on a message fits no more: nobody is told of a new booking that has begun. */
function findUntil(kind: WhatsAppKind, row: AppointmentRow): Until {
  if (kind !== 'booked' && kind !== 'moved' && kind !== 'reminder') return null;
  return { date: row.appointment_date, time: row.appointment_time.slice(0, 5) };
}
