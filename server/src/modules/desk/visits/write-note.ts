import type { VisitNote } from '@samay/contract/desk/visits';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { announceChange, inTenant } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { fetchLocked } from '../../bookings/index.ts';
import { presentNote, putNote, readNote } from './note-queries.ts';

interface Input {
  readonly params: { readonly id: string };
  readonly body: { readonly text: string; readonly version: number };
}

/**
 * Writes the note on a visit, in every status: typed text is not lost because the desk cancelled.
 * Throws `note.changed` if it has changed since the version that the caller saw. A text that is
 * already stored is accepted and not written: the request was repeated, or its reply lost. The
 * audit row says that a note was written or removed, and never its text.
 */
export async function writeNote(
  context: TenantContext,
  { params, body: { text, version } }: Input,
): Promise<VisitNote> {
  const bookingId = params.id;
  return inTenant(context, async (tx) => {
    // The lock keeps two writers apart, even if there is no note to lock yet.
    await fetchLocked(tx, context, bookingId);
    const [known] = await run(tx, context, readNote({ bookingId }));
    if (text === (known?.note ?? '')) return presentNote(known);
    assertThat(version === (known?.version ?? 0), 'note.changed');
    const written = onlyRow(await run(tx, context, putNote({ bookingId, text, now: context.now })));
    await audit(tx, context, text === '' ? 'note.removed' : 'note.written', bookingId);
    announceChange(tx, context, 'notes', bookingId);
    return presentNote(written);
  });
}
