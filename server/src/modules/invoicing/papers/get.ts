import type { BookingPapers, Paper, PaperPage } from '@samay/contract/invoicing/papers';
import { z } from 'zod';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { cursorPart, Cursors } from '../../../http/cursor.ts';
import { type AppointmentRow, mayWith, findShown } from '../../bookings/index.ts';
import type { DayRange } from '@samay/contract/core/day-range';
import { readShown } from '../../visibility/index.ts';
import { findPapers, type PaperRows, readingPapers } from './make.ts';
import { presentLine, presentPaper } from '../rows/present.ts';
import { proposedCredit } from '../proposals/proposals.ts';
import { listPaperRows, readPaper } from '../rows/queries.ts';

/** Returns the papers of a booking, and those that can be made of it now. */
export async function listBookingPapers(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<BookingPapers> {
  const { rows } = await readShown(context, (view) => ({
    booking: findShown(view, { bookingId: id }),
    ...readingPapers(id),
  }));
  return presentPapers(context, orNotFound(rows.booking[0]), rows);
}

/** Presents the papers of a booking, and those that the caller can make now. */
export function presentPapers(
  context: TenantContext,
  booking: AppointmentRow,
  rows: PaperRows,
): BookingPapers {
  const mayMake = mayWith(booking, context).includes('recordPayment');
  const { proposals, missing, parts } = findPapers(booking, rows, context.now);
  const dismissed = rows.dismissals.map(({ paise }) => paise);
  const { registration } = parts.settings;
  const credit = proposedCredit({ ...parts, registration, dismissed });
  return {
    papers: parts.papers.map(presentLine),
    proposals: mayMake ? proposals : [],
    credit: mayMake && credit ? pickCredit(credit) : null,
    missing: mayMake ? missing : null,
  };
}

/** Leaves out the difference by which a dismissal is known. */
function pickCredit({
  excess: _,
  ...credit
}: NonNullable<ReturnType<typeof proposedCredit>>): BookingPapers['credit'] {
  return credit;
}

/** Returns a paper of a booking that the plan shows, to show and to print. */
export async function getPaper(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<Paper> {
  const { rows } = await readShown(context, (view) => ({ paper: readPaper(view, { id }) }));
  return presentPaper(orNotFound(rows.paper[0]));
}

const pageSize = 50;
const cursors = new Cursors({ date: cursorPart.date, number: z.string().regex(/^[A-Z0-9/-]{1,16}$/) });

/** The key from which a list of papers begins. */
export const newestPaper = { date: '9999-12-31', number: 'ZZZ' };

/** Lists the papers of a range of days, newest first. */
export async function listPapers(
  context: TenantContext,
  { query: { from, to, cursor } }: { query: DayRange & { cursor?: string | undefined } },
): Promise<PaperPage> {
  const after = cursors.read(cursor) ?? newestPaper;
  const { papers } = await readInOneMessage(context, {
    papers: listPaperRows({ from, to, afterDay: after.date, afterNumber: after.number, limit: pageSize + 1 }),
  });
  return cursors.makePage(papers, pageSize, {
    getKey: ({ dated, number }) => ({ date: dated, number }),
    present: (row) => ({ ...presentLine(row), recipient: row.content.recipient.name }),
  });
}
