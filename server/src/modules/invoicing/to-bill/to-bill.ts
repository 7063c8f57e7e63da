import { randomUUID } from 'node:crypto';
import type { dismissCredit as contract, ToBill } from '@samay/contract/invoicing/to-bill';
import type { BookingPapers } from '@samay/contract/invoicing/papers';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { addDays, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { userIdOf } from '../../../context/actor.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { announceChange, inTenant } from '../../../db/tenant.ts';
import { atCommit, runTogether } from '../../../db/transaction.ts';
import { cursorPart, Cursors } from '../../../http/cursor.ts';
import { audit } from '../../audit/index.ts';
import { lockedBooking, lockingBooking } from '../../bookings/index.ts';
import { readShown } from '../../visibility/index.ts';
import { presentPapers } from '../papers/get.ts';
import { findPapers, readingPapers } from '../papers/make.ts';
import { proposedCredit } from '../proposals/proposals.ts';
import { insertDismissal, readToBill, type ToBillRow } from './queries.ts';

/** The rows of a page: the month's papers below stay in reach. */
const pageSize = 10;
const cursors = new Cursors({ date: cursorPart.date, time: cursorPart.time, id: cursorPart.id });
const nobody = '00000000-0000-0000-0000-000000000000';

/** Lists the bookings that wait for a bill or a note, since 1 April of the last financial year. */
export async function listToBill(
  context: TenantContext,
  { query: { cursor } }: { query: { cursor?: string | undefined } },
) {
  const from = firstDay(indiaDate(context.now));
  const after = cursors.read(cursor) ?? { date: addDays(from, -1), time: '24:00', id: nobody };
  const { rows } = await readShown(context, (view) => ({
    found: readToBill(view, {
      from,
      afterDay: after.date,
      afterTime: after.time,
      afterId: after.id,
      limit: pageSize + 1,
    }),
  }));
  return cursors.makePage(rows.found, pageSize, {
    getKey: ({ id, appointment_date: date, appointment_time: time }) => ({ date, time, id }),
    present,
  });
}

/**
 * Decides that the credit note which a booking asks for is not made.
 * @throws `paper.changed` if another one, or none, is asked for
 */
export async function dismissCredit(
  context: TenantContext,
  { params: { id }, body: { total } }: { params: { id: string }; body: BodyOf<typeof contract> },
): Promise<BookingPapers> {
  return inTenant(context, async (tx) => {
    const locked = await runTogether(tx, context, { ...lockingBooking(context, id), ...readingPapers(id) });
    const booking = await lockedBooking(tx, context, locked);
    const dismissed = locked.dismissals.map(({ paise }) => paise);
    const { parts } = findPapers(booking, locked, context.now);
    const { registration } = parts.settings;
    const asked = proposedCredit({ ...parts, registration, dismissed });
    assertThat(asked?.total === total, 'paper.changed');
    const by = userIdOf(context.actor);
    const row = { id: randomUUID(), appointment_id: id, dismissed_at: context.now, dismissed_by: by };
    const paise = asked.excess;
    atCommit(tx, context, insertDismissal({ ...row, paise }));
    await audit(tx, context, 'appointment.credit_dismissed', id, { paise });
    announceChange(tx, context, 'appointments', id);
    return presentPapers(context, booking, { ...locked, dismissals: [...locked.dismissals, { paise }] });
  });
}

function present(row: ToBillRow): ToBill {
  const { id: appointmentId, kind, total, bill_id: billId, bill_number: number } = row;
  return {
    appointmentId,
    personName: row.person_name,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    kind,
    total,
    of: billId === null || number === null ? null : { id: billId, number },
  };
}

/** Returns 1 April of the financial year before the one of a day. */
function firstDay(today: LocalDate): LocalDate {
  const year = Number(today.slice(0, 4)) - (today.slice(5) >= '04-01' ? 1 : 2);
  return `${year}-04-01`;
}
