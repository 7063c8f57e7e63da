import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { extendHolds, TimeTaken } from '../../availability/index.ts';
import type { Shown } from '../online/shown.ts';
import { tellBusiness } from './ask.ts';
import { claimOffered, keepHeld } from './hold.ts';
import { computeLapse } from './lapse.ts';
import { findOfUtr, findRequest, lockRequest, type RequestRow, writeUtr } from './queries.ts';

/** How long a paid request waits for the business, in minutes of its open time. */
const waitsMin = 30;

/**
 * Notes the number of a visitor's payment by UPI: from now on the business sees the request, for half an hour
 * of its open time. Money may have been paid when the time was lost meanwhile: the business sees it too, and
 * gives it back or another time. A number that was typed wrongly is corrected the same way.
 * @throws `request.utr_used` where another request has it, `request.settled`, `not_found`
 */
export async function noteUtr(
  shown: Shown,
  { id, utr }: { readonly id: string; readonly utr: string },
): Promise<void> {
  const { context } = shown;
  await inTenantAnnouncing(context, async (tx, announce) => {
    await run(tx, context, lockRequest({ id }));
    const row = orNotFound((await run(tx, context, findRequest({ id })))[0]);
    assertThat(row.upi_paise !== null, 'not_found');
    assertThat(row.state === 'pending', 'request.settled');
    if (row.utr === utr) return;
    assertThat((await run(tx, context, findOfUtr({ id, utr }))).length === 0, 'request.utr_used');
    const isFirst = row.utr === null;
    const lapsesAt = isFirst ? await keepLonger(tx, shown, row) : row.lapses_at;
    await run(tx, context, writeUtr({ id, utr, lapsesAt }));
    await audit(tx, context, 'booking_request.paid', id, { paise: row.upi_paise });
    announce('requests', id, isFirst ? 'insert' : 'update');
    if (isFirst) await tellBusiness(tx, shown, id);
  });
}

/** Keeps the time of a request for the business's answer, where it is still free; returns until when. */
async function keepLonger(tx: Tx, shown: Shown, row: RequestRow): Promise<Date> {
  const at = { date: row.appointment_date, time: row.appointment_time.slice(0, 5) };
  const until = await computeLapse(tx, shown, at, waitsMin);
  if (row.lapses_at > shown.context.now) {
    await run(tx, shown.context, extendHolds({ heldBy: row.id, until }));
    return until;
  }
  const service = shown.services.find(({ id }) => id === row.service_id);
  if (!service) return until;
  const chosen = { ...at, service, resourceId: row.resource_id };
  try {
    const claimed = await claimOffered(tx, shown, chosen, row.id);
    keepHeld(tx, shown, claimed, { heldBy: row.id, until });
  } catch (error) {
    const isTaken = error instanceof TimeTaken || (error instanceof AppError && error.code === 'slot.taken');
    if (!isTaken) throw error;
  }
  return until;
}
