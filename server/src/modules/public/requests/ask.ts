import { indiaDate } from '@samay/contract/core/time';
import { readTelephone } from '@samay/contract/core/telephone';
import { assertThat } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { enqueueMail } from '../../../outbox/index.ts';
import { audit } from '../../audit/index.ts';
import { startOf } from '../../bookings/index.ts';
import type { OwnLanguage } from '../own-booking/own-words.ts';
import type { Shown } from '../online/shown.ts';
import { lockOrder, settleOrder } from '../orders/queries.ts';
import { requestEmail } from './email.ts';
import { computeLapse } from './lapse.ts';
import { type Chosen, claimOffered, keepHeld } from './hold.ts';
import {
  countOpen,
  countWaiting,
  findRequest,
  insertRequest,
  lockRequest,
  readOwnerAddress,
} from './queries.ts';

/** How long a request waits, in minutes of the business's open time. */
const waitsMin = 120;
/** How long its time is kept for a visitor who pays by UPI, in milliseconds. */
const paysWithinMs = 10 * 60_000;

/** The form as a visitor has typed it. */
export interface Asking {
  /** The id of the request that the form was made with: the same form sent twice makes one. */
  readonly id: string;
  readonly personName: string;
  readonly contact: string;
  readonly note: string | null;
  readonly language: OwnLanguage;
  /** Whether the visitor has proven the number. */
  readonly isProven: boolean;
  /** The amount that the visitor pays by UPI before the business sees the request, in paise; 0 for nothing. */
  readonly due: number;
}

/**
 * Asks for a time: it is kept until the business answers, for two hours of its open time, and tells
 * the business. Where something is due it is kept for ten minutes, until the visitor has typed the number of
 * their payment (`noteUtr`). Counts in no plan.
 * @throws `slot.taken`, `request.invalid` at `contact` where the number has too many open
 */
export async function askForTime(
  shown: Shown,
  chosen: Chosen,
  { asking, visitor }: { readonly asking: Asking; readonly visitor: string },
): Promise<void> {
  const { context, online } = shown;
  const { now } = context;
  const { id, personName, contact, note, language, isProven, due } = asking;
  const number = readTelephone(contact)?.number ?? '';
  const of = { number, now, today: indiaDate(now) };
  await inTenantAnnouncing(context, async (tx, announce) => {
    const { made, open } = await runTogether(tx, context, {
      made: lockRequest({ id }),
      open: isProven ? countOpen({ ...of, contact }) : countWaiting(of),
    });
    if (made.length > 0) return;
    assertThat(onlyRow(open).open < online.open_per_number, 'request.too_many_open');
    const lapsesAt = due > 0 ? paysUntil(now, chosen) : await computeLapse(tx, shown, chosen, waitsMin);
    // The form may wait for a payment: its order gives the time to the request.
    const [order] = await run(tx, context, lockOrder({ id }));
    const holder = order?.state === 'open' ? id : visitor;
    const claimed = await claimOffered(tx, shown, chosen, holder);
    if (order?.state === 'open')
      atCommit(tx, context, settleOrder({ id, state: 'ended', appointmentId: null }));
    keepHeld(tx, shown, claimed, { heldBy: id, until: lapsesAt, visitor });
    const { occupation, candidate } = claimed;
    await run(
      tx,
      context,
      insertRequest({
        id,
        service_id: chosen.service.id,
        resource_id: chosen.resourceId,
        appointment_date: chosen.date,
        appointment_time: chosen.time,
        duration_min: occupation.duration,
        price_paise: candidate?.price ?? null,
        person_name: personName,
        contact,
        number,
        note,
        language,
        asked_at: now,
        lapses_at: lapsesAt,
        upi_paise: due > 0 ? due : null,
      }),
    );
    await audit(tx, context, 'booking_request.made', id);
    if (due > 0) return;
    announce('requests', id, 'insert');
    await tellBusiness(tx, shown, id);
  });
}

/** Mails the business of a request. */
export async function tellBusiness(tx: Tx, shown: Shown, id: string): Promise<void> {
  const { context } = shown;
  const [owner] = await run(tx, context, readOwnerAddress({}));
  const row = onlyRow(await run(tx, context, findRequest({ id })));
  if (!owner) return;
  const email = requestEmail(row, shown, context.dependencies.settings);
  await enqueueMail(tx, context.now, { tenantId: context.tenantId, to: owner.email, ...email });
}

/** Returns until when a visitor pays for a time: ten minutes, and not beyond its start. */
function paysUntil(now: Date, { date, time }: Chosen): Date {
  const start = startOf({ appointment_date: date, appointment_time: time }).getTime();
  return new Date(Math.min(now.getTime() + paysWithinMs, start));
}
