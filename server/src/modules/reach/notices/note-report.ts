import type { StatusEvent } from '../../../adapters/channels/port.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { noteFailure } from '../channels/health.ts';
import { noteReached, returnCredits, useCredits } from '../channels/queries.ts';
import { readCodeReference, readReference } from '../channels/message-names.ts';
import { creditMonth } from '../channels/rules.ts';
import { noteCodeReport } from '../codes/note-report.ts';
import { remindAgain } from './remind-again.ts';
import { lockReported, noteArrival, noteLateFailure } from './report-queries.ts';

/** The states from which a report leads forward. */
const before = {
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  read: ['queued', 'sent', 'delivered'],
} as const;

/**
 * Notes what WhatsApp reports about a message. A report that comes twice or late changes nothing. A
 * message that failed after it was taken goes by the next channel within its hour; of a code its page says so.
 */
export async function noteReport(dependencies: Dependencies, event: StatusEvent): Promise<void> {
  const codeOf = readCodeReference(event.reference ?? '');
  if (codeOf !== undefined)
    return noteCodeReport(systemContext(dependencies, { job: 'whatsapp.report', tenantId: codeOf }), event);
  const named = readReference(event.reference ?? '');
  if (!named) return;
  const context = systemContext(dependencies, { job: 'whatsapp.report', tenantId: named.tenantId });
  const { effectId } = named;
  const { state, providerId, failure } = event;
  const { now } = context;
  if (state !== 'failed' || failure === null) {
    const known = state === 'failed' ? 'sent' : state;
    return noteForward(context, { effectId, state: known, providerId });
  }
  const failed = await inTenant({ ...context, isShown: false }, async (tx) => {
    const rows = await run(
      tx,
      context,
      noteLateFailure({ effectId, reason: failure.reason, providerId, now }),
    );
    for (const { credits, createdAt } of rows)
      if (credits > 0)
        await run(
          tx,
          context,
          returnCredits({ channel: 'whatsapp', month: creditMonth(createdAt), credits }),
        );
    await remindAgain(tx, context, rows, 'whatsapp');
    return rows;
  });
  if (failed.length > 0) await noteFailure(context, { channel: 'whatsapp', outcome: failure });
}

interface Forward {
  readonly effectId: string;
  readonly state: keyof typeof before;
  readonly providerId: string;
}

/**
 * Notes that a message went forward. One whose answer was lost had its credit given back, and costs it
 * after all.
 */
async function noteForward(
  context: BusinessContext,
  { effectId, state, providerId }: Forward,
): Promise<void> {
  const { now } = context;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const rows = await run(tx, context, lockReported({ effectId, before: before[state], providerId, now }));
    const [first] = rows;
    if (!first) return;
    const isFree = rows.every((row) => row.isOurs && row.state === 'queued' && row.credits === 0);
    await writeTogether(tx, context, [
      noteArrival({
        ids: rows.map(({ id }) => id),
        state,
        providerId,
        charged: isFree ? [first.id] : [],
        now,
      }),
      ...(state === 'sent'
        ? []
        : [noteReached({ channel: 'whatsapp', began: first.createdAt, isOurs: first.isOurs })]),
      ...(isFree
        ? [useCredits({ channel: 'whatsapp', month: creditMonth(first.createdAt), credits: 1 })]
        : []),
    ]);
  });
}
