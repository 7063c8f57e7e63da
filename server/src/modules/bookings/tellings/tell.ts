import { randomUUID } from 'node:crypto';
import type { addTelling as contract } from '@samay/contract/bookings/tellings';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import { whatsAppLink } from '@samay/contract/core/whatsapp/whatsapp';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { announceChange, inTenant } from '../../../db/tenant.ts';
import { atCommit, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { fetchLocked } from '../rows/fetch.ts';
import { mayUndoTelling, presentTelling } from '../telling-rows/present.ts';
import { insertTelling, lockTelling, writeLanguage, writeUndone } from './queries.ts';
import { fittingKinds, languageOf, numberOf, readingTexts, composeText } from './texts.ts';

interface Telling {
  readonly params: { readonly id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Notes that a message about a booking is opened in WhatsApp, and returns its link. A language that
 * is given is kept with the person. Nothing is sent.
 * @throws `telling.no_number` without a mobile number, `telling.not_now` for a kind that does not fit
 */
export async function addTelling(
  context: TenantContext,
  { params: { id: bookingId }, body }: Telling,
): Promise<ReplyOf<typeof contract>> {
  const { kind } = body;
  const { now, caller } = context;
  return inTenant(context, async (tx) => {
    const booking = await fetchLocked(tx, context, bookingId);
    const number = numberOf(booking);
    if (number === null) throw new AppError('telling.no_number');
    assertThat(fittingKinds(booking, context).includes(kind), 'telling.not_now');
    const rows = await runTogether(tx, context, readingTexts(bookingId));
    const language = body.language ?? languageOf(rows);
    const [person] = rows.person;
    if (person && body.language && body.language !== person.language)
      atCommit(tx, context, writeLanguage({ personId: person.id, language }));
    const id = randomUUID();
    atCommit(tx, context, insertTelling({ id, bookingId, kind, at: now, by: caller.userId }));
    await audit(tx, context, 'telling.opened', bookingId, { kind, language });
    announceChange(tx, context, 'tellings', bookingId);
    const row = { id, kind, opened_at: now, opened_by: caller.userId, name: caller.name };
    return {
      link: whatsAppLink(number, composeText({ kind, language }, booking, rows, context)),
      telling: presentTelling(row, context),
    };
  });
}

/**
 * Takes a telling back: it is not shown any more. A second undo changes nothing.
 * @throws `telling.stands` after ten minutes, or for others than who opened it and owners
 */
export async function undoTelling(
  context: TenantContext,
  { params: { id: bookingId, tellingId: id } }: { params: { id: string; tellingId: string } },
): Promise<void> {
  await inTenant(context, async (tx) => {
    await fetchLocked(tx, context, bookingId);
    const telling = orNotFound((await run(tx, context, lockTelling({ id, bookingId })))[0]);
    if (telling.undone_at !== null) return;
    assertThat(mayUndoTelling(telling, context), 'telling.stands');
    atCommit(tx, context, writeUndone({ id, at: context.now }));
    await audit(tx, context, 'telling.undone', bookingId, { kind: telling.kind });
    announceChange(tx, context, 'tellings', bookingId);
  });
}
