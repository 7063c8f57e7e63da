import { randomUUID } from 'node:crypto';
import type { addWhatsAppMessage as contract } from '@samay/contract/bookings/whatsapp-messages';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import { whatsAppLink } from '@samay/contract/core/whatsapp/whatsapp';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { announceChange, inTenant } from '../../../db/tenant.ts';
import { atCommit, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { sittingAt } from '../../availability/index.ts';
import { fetchLocked } from '../rows/fetch.ts';
import { mayUndoWhatsAppMessage, presentWhatsAppMessage } from './present.ts';
import { insertWhatsAppMessage, lockWhatsAppMessage, writeLanguage, writeUndone } from './queries.ts';
import { fittingKinds, languageOf, numberOf, readingTexts, composeText } from './texts.ts';

interface WhatsAppMessage {
  readonly params: { readonly id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Notes that a message about a booking is opened in WhatsApp, and returns its link. A language that
 * is given is kept with the person. Nothing is sent.
 * @throws `whatsapp.no_number` without a mobile number, `whatsapp.not_now` for a kind that does not fit
 */
export async function addWhatsAppMessage(
  context: TenantContext,
  { params: { id: bookingId }, body }: WhatsAppMessage,
): Promise<ReplyOf<typeof contract>> {
  const { kind } = body;
  const { now, caller } = context;
  return inTenant(context, async (tx) => {
    const booking = await fetchLocked(tx, context, bookingId);
    const number = numberOf(booking);
    if (number === null) throw new AppError('whatsapp.no_number');
    const rows = await runTogether(tx, context, readingTexts(bookingId, sittingAt(now)));
    assertThat(fittingKinds(booking, rows, context).includes(kind), 'whatsapp.not_now');
    const language = body.language ?? languageOf(rows);
    const [person] = rows.person;
    if (person && body.language && body.language !== person.language)
      atCommit(tx, context, writeLanguage({ personId: person.id, language }));
    const id = randomUUID();
    atCommit(tx, context, insertWhatsAppMessage({ id, bookingId, kind, at: now, by: caller.userId }));
    await audit(tx, context, 'whatsapp.opened', bookingId, { kind, language });
    announceChange(tx, context, 'messages', bookingId);
    const row = { id, kind, opened_at: now, opened_by: caller.userId, name: caller.name };
    return {
      link: whatsAppLink(number, composeText({ kind, language }, booking, rows, context)),
      whatsAppMessage: presentWhatsAppMessage(row, context),
    };
  });
}

/**
 * Takes a WhatsApp message back: it is not shown any more. A second undo changes nothing.
 * @throws `whatsapp.stands` after ten minutes, or for others than who opened it and owners
 */
export async function undoWhatsAppMessage(
  context: TenantContext,
  { params: { id: bookingId, whatsAppMessageId: id } }: { params: { id: string; whatsAppMessageId: string } },
): Promise<void> {
  await inTenant(context, async (tx) => {
    await fetchLocked(tx, context, bookingId);
    const whatsAppMessage = orNotFound((await run(tx, context, lockWhatsAppMessage({ id, bookingId })))[0]);
    if (whatsAppMessage.undone_at !== null) return;
    assertThat(mayUndoWhatsAppMessage(whatsAppMessage, context), 'whatsapp.stands');
    atCommit(tx, context, writeUndone({ id, at: context.now }));
    await audit(tx, context, 'whatsapp.undone', bookingId, { kind: whatsAppMessage.kind });
    announceChange(tx, context, 'messages', bookingId);
  });
}
