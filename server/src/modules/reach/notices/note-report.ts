import { z } from 'zod';
import type { StatusEvent } from '../../../adapters/channels/port.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { noteFailure } from '../channels/health.ts';
import { returnCredits, useCredits } from '../channels/queries.ts';
import { creditMonth } from '../channels/rules.ts';
import { remindAgain } from './remind-again.ts';
import { lockReported, noteArrival, noteLateFailure, settleUndeliveredCode } from './report-queries.ts';

/** The states from which a report leads forward. */
const before = {
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  read: ['queued', 'sent', 'delivered'],
} as const;

/** The name that we give a message: the business and the effect that sent it. */
export function composeReference(tenantId: string, effectId: string): string {
  return `${tenantId} ${effectId}`;
}

/** The beginning of the name that we give the message of a code. */
const ofCode = 'code ';

/** The name that we give the message of a code: its business. */
export function composeCodeReference(tenantId: string): string {
  return `${ofCode}${tenantId}`;
}

const Reference = z.tuple([z.uuid(), z.uuid()]);

function readCodeReference(text: string): string | undefined {
  return text.startsWith(ofCode) ? z.uuid().safeParse(text.slice(ofCode.length)).data : undefined;
}

/** Reads the name of a message; undefined for one that we did not give. */
export function readReference(text: string): { tenantId: string; effectId: string } | undefined {
  const read = Reference.safeParse(text.split(' '));
  return read.success ? { tenantId: read.data[0], effectId: read.data[1] } : undefined;
}

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
      ...(isFree
        ? [useCredits({ channel: 'whatsapp', month: creditMonth(first.createdAt), credits: 1 })]
        : []),
    ]);
  });
}

/** Notes that a code did not arrive, and gives its credit back: the installation's number sends every one. */
async function noteCodeReport(context: BusinessContext, event: StatusEvent): Promise<void> {
  const { state, providerId: messageId, failure } = event;
  if (state !== 'failed' || failure === null) return;
  const { now } = context;
  const channel = 'whatsapp';
  const failed = await inTenant({ ...context, isShown: false }, async (tx) => {
    const codes = await run(tx, context, settleUndeliveredCode({ messageId, now }));
    for (const { sentAt } of codes)
      await run(tx, context, returnCredits({ channel, month: creditMonth(sentAt ?? now), credits: 1 }));
    return codes;
  });
  // Another failure is of this person or of this moment, and says nothing about the channel.
  if (failed.length > 0 && failure.kind === 'misconfigured')
    await noteFailure(context, { channel, outcome: failure });
}
