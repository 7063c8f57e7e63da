import { addDays, indiaDate, indiaTime } from '@samay/contract/core/time';
import { readTelephone } from '@samay/contract/core/telephone';
import { assertThat } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { enqueueMail } from '../../../outbox/index.ts';
import { audit } from '../../audit/index.ts';
import { afterOpenMinutes, localMinute, readOpenTime } from '../../availability/index.ts';
import { startOf } from '../../bookings/index.ts';
import type { OwnLanguage } from '../own-booking/own-words.ts';
import type { Shown } from '../online/shown.ts';
import { requestEmail } from './email.ts';
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
/** The days that are searched for that time; a business that is closed longer has until then. */
const mostDays = 14;

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
}

/**
 * Asks for a time: it is kept until the business answers, for two hours of its open time, and tells
 * the business. Counts in no plan.
 * @throws `slot.taken`, `request.invalid` at `contact` where the number has too many open
 */
export async function askForTime(
  shown: Shown,
  chosen: Chosen,
  { asking, visitor }: { readonly asking: Asking; readonly visitor: string },
): Promise<void> {
  const { context, online } = shown;
  const { now } = context;
  const { id, personName, contact, note, language, isProven } = asking;
  const number = readTelephone(contact)?.number ?? '';
  const of = { number, now, today: indiaDate(now) };
  await inTenantAnnouncing(context, async (tx, announce) => {
    const { made, open } = await runTogether(tx, context, {
      made: lockRequest({ id }),
      open: isProven ? countOpen({ ...of, contact }) : countWaiting(of),
    });
    if (made.length > 0) return;
    assertThat(onlyRow(open).open < online.open_per_number, 'request.too_many_open');
    const lapsesAt = await computeLapse(tx, shown, chosen);
    const claimed = await claimOffered(tx, shown, chosen, visitor);
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
      }),
    );
    await audit(tx, context, 'booking_request.made', id);
    announce('requests', id, 'insert');
    const [owner] = await run(tx, context, readOwnerAddress({}));
    const row = onlyRow(await run(tx, context, findRequest({ id })));
    const { settings } = context.dependencies;
    if (owner)
      await enqueueMail(tx, now, {
        tenantId: context.tenantId,
        to: owner.email,
        ...requestEmail(row, shown, settings),
      });
  });
}

/** Computes until when the time of a request is kept: for some open time, and not beyond its start. */
async function computeLapse(tx: Tx, { context }: Shown, { date, time }: Chosen): Promise<Date> {
  const { now } = context;
  const today = indiaDate(now);
  const row = onlyRow(await run(tx, context, readOpenTime({ from: today, to: addDays(today, mostDays) })));
  const from = localMinute(today, indiaTime(now));
  const until = localMinute(addDays(today, mostDays));
  const end = afterOpenMinutes(row, { from, until, minutes: waitsMin }) ?? until;
  const lapses = now.getTime() + (end - from) * 60_000;
  const start = startOf({ appointment_date: date, appointment_time: time }).getTime();
  return new Date(Math.min(lapses, start));
}
