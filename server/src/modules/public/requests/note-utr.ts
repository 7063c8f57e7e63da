import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { extendHolds, TimeTaken } from '../../availability/index.ts';
import type { Shown } from '../online/shown.ts';
import { tellBusiness } from './ask.ts';
import { claimOffered, keepHeld } from './hold.ts';
import { computeLapse } from './lapse.ts';
import { takesUtr } from './present.ts';
import { findRequest, lockOfUtr, lockRequest, type RequestRow, settleRequest, writeUtr } from './queries.ts';

/** How long a paid request waits for the business, in minutes of its open time. */
const waitsMin = 30;

/** The most numbers that a request has had before the present one. */
const mostFormer = 20;

/**
 * Notes the number of a visitor's payment by UPI: from now on the business sees the request, for half an hour
 * of its open time. Money may have been paid when the time was lost meanwhile, or the request taken back: the
 * business sees it too, and gives it back or another time. A number that was typed wrongly is corrected the same
 * way, and stays that request's. A lapsed request of the same telephone number gives its number away.
 * @throws `request.utr_used` where another request has it, `request.settled`, `not_found`
 */
export async function noteUtr(
  shown: Shown,
  { id, utr }: { readonly id: string; readonly utr: string },
): Promise<void> {
  const { context } = shown;
  const { now } = context;
  await inTenantAnnouncing(context, async (tx, announce) => {
    await run(tx, context, lockRequest({ id }));
    const row = orNotFound((await run(tx, context, findRequest({ id })))[0]);
    assertThat(row.upi_paise !== null, 'not_found');
    assertThat(takesUtr(row) && row.former_utrs.length < mostFormer, 'request.settled');
    if (row.state === 'pending' && row.utr === utr) return;
    for (const other of await run(tx, context, lockOfUtr({ id, utr }))) {
      const isLapsed = other.state === 'pending' && other.lapses_at <= now && other.number === row.number;
      assertThat(isLapsed, 'request.utr_used');
      // It has a payment of its own by now.
      if (other.utr !== utr) continue;
      const withdrawn = { state: 'withdrawn', at: now, by: null, reason: null, appointmentId: null } as const;
      await run(tx, context, settleRequest({ id: other.id, ...withdrawn }));
      announce('requests', other.id);
    }
    const isFirst = row.utr === null || row.state === 'withdrawn';
    const lapsesAt = isFirst ? await keepLonger(tx, shown, row) : row.lapses_at;
    const former = row.utr === null || row.utr === utr ? row.former_utrs : [...row.former_utrs, row.utr];
    await run(tx, context, writeUtr({ id, utr, former, lapsesAt }));
    await audit(tx, context, 'booking_request.paid', id, { paise: row.upi_paise });
    announce('requests', id, isFirst ? 'insert' : 'update');
    if (isFirst) await tellBusiness(tx, shown, id);
  });
}

/** Keeps the time of a request for the business's answer, where it is still free; returns until when. */
async function keepLonger(tx: Tx, shown: Shown, row: RequestRow): Promise<Date> {
  const at = { date: row.appointment_date, time: row.appointment_time.slice(0, 5) };
  const until = await computeLapse(tx, shown, at, waitsMin);
  if (row.state === 'pending' && row.lapses_at > shown.context.now) {
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
