import { isoOf } from '@samay/contract/core/time';
import { z } from 'zod';
import type { StatusEvent } from '../../../adapters/channels/port.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { enqueueEffects } from '../../../outbox/index.ts';
import { noteFailure } from '../channels/health.ts';
import { returnCredits } from '../channels/queries.ts';
import { creditMonth } from '../channels/rules.ts';
import { type FailedRow, noteArrival, noteLateFailure } from './report-queries.ts';

/** The time after which a reminder that failed late is worth nothing by another channel. */
const worthMs = 3_600_000;

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

const Reference = z.tuple([z.uuid(), z.uuid()]);

/** Reads the name of a message; undefined for one that we did not give. */
export function readReference(text: string): { tenantId: string; effectId: string } | undefined {
  const read = Reference.safeParse(text.split(' '));
  return read.success ? { tenantId: read.data[0], effectId: read.data[1] } : undefined;
}

/**
 * Notes what WhatsApp reports about a message. A report that comes twice or late changes nothing. A
 * message that failed after it was taken goes by the next channel within its hour.
 */
export async function noteReport(dependencies: Dependencies, event: StatusEvent): Promise<void> {
  const named = readReference(event.reference ?? '');
  if (!named) return;
  const context = systemContext(dependencies, { job: 'whatsapp.report', tenantId: named.tenantId });
  const { effectId } = named;
  const { state, providerId, failure } = event;
  const { now } = context;
  if (state !== 'failed' || failure === null) {
    const known = state === 'failed' ? 'sent' : state;
    await inTenant({ ...context, isShown: false }, (tx) =>
      run(tx, context, noteArrival({ effectId, state: known, before: before[known], providerId, now })),
    );
    return;
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
    await enqueueEffects(
      tx,
      now,
      rows.flatMap((row) => getNext(context, row)),
    );
    return rows;
  });
  if (failed.length > 0) await noteFailure(context, { channel: 'whatsapp', outcome: failure });
}

/** Returns the effect that reminds by the next channel, while its hour lasts. */
function getNext({ tenantId, now }: BusinessContext, { bookingId, lead, startsAt, createdAt }: FailedRow) {
  const expiresAt = new Date(createdAt.getTime() + worthMs);
  if (expiresAt <= now) return [];
  const payload = { tenantId, appointmentId: bookingId, startsAt: isoOf(startsAt), lead };
  return [{ tenantId, kind: 'reminder.notice', subject: bookingId, payload, expiresAt } as const];
}
