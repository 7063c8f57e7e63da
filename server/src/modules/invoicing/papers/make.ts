import {
  isAddressed,
  type makePaper as contract,
  type Paper,
  type PaperProposal,
} from '@samay/contract/invoicing/papers';
import { wording } from '@samay/contract/core/wording';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import { userIdOf } from '../../../context/actor.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import type { RowsOf } from '../../../db/read-in-one-message.ts';
import { announceChange, inTenant, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, raiseStamp, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import {
  lockedBooking,
  lockingBooking,
  type AppointmentRow,
  lockBooking,
  lockBookings,
  getDue,
} from '../../bookings/index.ts';
import { type NewPayment, readCharges, readPayments } from '../../ledger/index.ts';
import { readOnlineMoney } from '../../online-payments/index.ts';
import { composePaper, type PaperParts, seriesFor } from '../proposals/compose.ts';
import { presentPaper } from '../rows/present.ts';
import { lastCreditDay, proposedPapers, type Proposed, supplyDay, taxOn } from '../proposals/proposals.ts';
import {
  insertPaper,
  nextNumber,
  type PaperRow,
  type PaperSettingsRow,
  readAdvanceMoney,
  readBusinessHead,
  readBusinessName,
  readDismissals,
  readPaperServices,
  readPapers,
  readPaperSettings,
  readServiceTaxes,
} from '../rows/queries.ts';

const ownGstin = 'Please enter the GSTIN of the recipient: this is that of the business';

type Body = BodyOf<typeof contract>;
type Work = Pick<BusinessContext, 'tenantId' | 'now' | 'actor' | 'requestId'>;

/** The settings of a business that has never chosen any: it is not registered. */
export const unsaidSettings: PaperSettingsRow = {
  registration: 'none',
  legal_name: null,
  gstin: null,
  prefix: '',
  automatic: false,
  credit_notes_until: '11-30',
};

/** Returns the statements that read the data for the papers of a booking. */
export function readingPapers(id: string) {
  return {
    payments: readPayments({ ids: [id] }),
    charges: readCharges({ id }),
    advances: readAdvanceMoney({ id }),
    papers: readPapers({ id }),
    dismissals: readDismissals({ id }),
    online: readOnlineMoney({ ids: [id] }),
    settings: readPaperSettings({}),
    services: readPaperServices({}),
    taxes: readServiceTaxes({}),
    head: readBusinessHead({}),
  };
}

export type PaperRows = RowsOf<ReturnType<typeof readingPapers>>;

/** The data for the papers of a booking, with those that can be made now. */
export interface Papers extends Proposed {
  readonly parts: Omit<PaperParts, 'proposal' | 'wishes' | 'name'>;
}

/** Decides from the rows of `readingPapers` which papers can be made of a booking now. */
export function findPapers(booking: AppointmentRow, rows: PaperRows, now: Date): Papers {
  const today = indiaDate(now);
  const settings = rows.settings[0] ?? unsaidSettings;
  const head = onlyRow(rows.head);
  // A booking without a service has the first one, as its length does.
  const serviceId = booking.service_id ?? rows.services[0]?.id ?? null;
  const taxOf = (day: LocalDate) => taxOn(rows.taxes, serviceId, day);
  const { payments, charges, advances, papers } = rows;
  const serviceName = wording[head.business_type ?? 'doctor'].service;
  const pending = rows.online.reduce((sum, row) => sum + row.pending, 0);
  const parts = {
    settings,
    head,
    taxOn: taxOf,
    booking: { ...booking, pending_paise: pending },
    serviceName,
    rows: payments,
    charges,
    advances,
    papers,
  };
  const { registration } = settings;
  const dismissed = rows.dismissals.map(({ paise }) => paise);
  const facts = { ...parts, today, registration, dismissed, hasAddress: Boolean(head.address) };
  return { ...proposedPapers(facts), parts };
}

/**
 * Makes a paper of a booking with the next number of its series, in one transaction under the lock
 * of the booking.
 * @throws `paper.changed` if it cannot be made (any more) or its total has changed,
 * `paper.settings_missing`, `paper.address_needed`, `paper.credit_note_late`
 */
export async function makePaper(
  context: TenantContext,
  { params: { id }, body }: { params: { id: string }; body: Body },
): Promise<Paper> {
  return inTenant(context, async (tx) => {
    const locked = await runTogether(tx, context, { ...lockingBooking(context, id), ...readingAll(id) });
    const booking = await lockedBooking(tx, context, locked);
    const made = await compose(tx, context, { booking, rows: locked, body });
    atCommit(tx, context, insertPaper(made));
    return presentPaper({ ...made, made_by_name: context.caller.name });
  });
}

/** Makes the credit note of money that is given back in the same transaction: `payments` are its rows. */
export async function makeCreditNote(
  tx: Tx,
  work: Work,
  {
    booking,
    payments,
    body,
  }: { booking: AppointmentRow; payments: readonly NewPayment[]; body: Asked['body'] },
): Promise<void> {
  const rows = await runTogether(tx, work, readingAll(booking.id));
  const own = payments.filter(({ appointment_id: of }) => of === booking.id);
  const after = { ...rows, payments: [...rows.payments, ...own] };
  atCommit(tx, work, insertPaper(await compose(tx, work, { booking, rows: after, body })));
}

/** Makes a paper of a booking without its verb, such as the demo's, and returns its id. */
export async function addPaper(tx: Tx, work: Work, id: string, body: Body): Promise<string> {
  const rows = await runTogether(tx, work, { booking: lockBooking({ id }), ...readingAll(id) });
  const made = await compose(tx, work, { booking: onlyRow(rows.booking), rows, body });
  await run(tx, work, insertPaper(made));
  return made.id;
}

/**
 * Makes the receipts, or the bill, invoice or debit note, of completed bookings without dues, the receipt
 * vouchers of what was paid online for bookings to come, and the refund vouchers of what went back of it through the
 * provider, if the business has chosen automatic papers. A booking with a credit note is billed by a press: why it
 * was credited decides whether it is billed again.
 */
export async function makeDuePapers(tx: Tx, context: BusinessContext, ids: readonly string[]): Promise<void> {
  const [settings] = await run(tx, context, readPaperSettings({}));
  if (!settings?.automatic) return;
  // All bookings before the first series: a desk holds its booking while it waits for a number.
  const bookings = await run(tx, context, lockBookings({ ids }));
  for (const booking of bookings) {
    const rows = await runTogether(tx, context, readingAll(booking.id));
    const due = findDue(booking, rows, context.now);
    if (due.length === 0) continue;
    const papers = [...rows.papers];
    for (const { of, ...proposal } of due) {
      const body = { ...proposal, ofId: of?.id };
      // Each has the rounded tax that those before it have left.
      const made = await compose(tx, context, { booking, rows: { ...rows, papers: [...papers] }, body });
      papers.push(made);
      atCommit(tx, context, insertPaper(made));
    }
    await raiseStamp(tx, context.tenantId);
    announceChange(tx, context, 'appointments', booking.id);
  }
}

/**
 * Lists the papers of a booking that need nothing but a press: of money that nobody at the desk took or gave back at
 * any time, the others once its visit is completed and nothing is due. One without a price waits.
 */
function findDue(booking: AppointmentRow, rows: PaperRows, now: Date): PaperProposal[] {
  const { proposals, parts } = findPapers(booking, rows, now);
  const isSettled = booking.status === 'completed' && getDue(booking) === 0;
  const isCredited = rows.papers.some(({ kind }) => kind === 'credit_note');
  const vouchers = new Set(rows.papers.flatMap(({ id, kind }) => (kind === 'receipt_voucher' ? [id] : [])));
  const own = new Set<string | null>(rows.payments.map(({ id }) => id));
  const online = new Set<string | null>(
    rows.payments.filter(({ source }) => source === 'online').map(({ id }) => id),
  );
  const isAnswer = ({ paymentId, of }: PaperProposal) =>
    of !== null && vouchers.has(of.id) && online.has(paymentId);
  const others = proposals.filter((proposal) => {
    const { kind, paymentId } = proposal;
    if (isCredited || isAddressed(proposal, null)) return false;
    if (booking.status === 'scheduled') return kind === 'receipt_voucher' && online.has(paymentId);
    if (!isSettled) return false;
    if (kind === 'receipt') return parts.settings.registration === 'none' && own.has(paymentId);
    return kind === 'bill_of_supply' || kind === 'tax_invoice' || kind === 'debit_note';
  });
  return [...proposals.filter((each) => each.kind === 'refund_voucher' && isAnswer(each)), ...others];
}

const readingAll = (id: string) => ({ ...readingPapers(id), name: readBusinessName({}) });

interface Asked {
  readonly booking: AppointmentRow;
  readonly rows: RowsOf<ReturnType<typeof readingAll>>;
  readonly body: Pick<Body, 'kind' | 'total'> & Partial<Omit<Body, 'kind' | 'total'>>;
}

/** Decides whether a paper can be made, and composes it with its number. */
async function compose(tx: Tx, work: Work, { booking, rows, body }: Asked): Promise<PaperRow> {
  const { now: at, actor } = work;
  const { proposals, missing, parts } = findPapers(booking, rows, at);
  const isLowering = body.kind === 'credit_note' || body.kind === 'refund_voucher';
  const isProposed = proposals.some(({ kind }) => kind === body.kind);
  assertThat(missing === null || isLowering || isProposed, 'paper.settings_missing');
  const proposal = chosen(proposals, body);
  const followed = parts.papers.find(({ id }) => id === proposal.of?.id);
  const recipient = findRecipient(booking, followed, body);
  if (body.recipientGstin && body.recipientGstin === parts.settings.gstin)
    throw new AppError('request.invalid', { fields: { recipientGstin: ownGstin } });
  if (isAddressed(proposal, recipient.gstin) && recipient.address === null)
    throw new AppError('paper.address_needed', { field: 'recipientAddress' });
  if (proposal.kind === 'credit_note') assertCreditable(orNotFound(followed), parts, { body, at });
  const series = seriesFor(parts.settings, proposal.kind, indiaDate(at));
  const { last_number: position } = onlyRow(await run(tx, work, nextNumber({ series })));
  const wishes = { recipient, reason: body.reason ?? null, line: body.line };
  const paper = composePaper(
    { ...parts, proposal, wishes, name: onlyRow(rows.name).name },
    { series, position, by: userIdOf(actor), at },
  );
  const { id, kind, number, total_paise: paise } = paper;
  await audit(tx, work, 'paper.made', id, { booking: booking.id, kind, number, paise });
  return paper;
}

function chosen(proposals: readonly PaperProposal[], body: Asked['body']): PaperProposal {
  const found = proposals.find(
    ({ kind, total, paymentId, of }) =>
      kind === body.kind &&
      (body.paymentId ? paymentId === body.paymentId : paymentId === null || total === body.total) &&
      (of?.id ?? null) === (body.ofId ?? null),
  );
  const isPart = body.kind === 'credit_note' && found !== undefined && body.total <= found.total;
  assertThat(found && (isPart || body.total === found.total), 'paper.changed');
  const { line } = body;
  const named = line && found.lines?.find(({ charge }) => charge === line.charge);
  assertThat(!line || (named && body.total <= named.left), 'paper.changed');
  return { ...found, total: body.total };
}

/** Checks that a credit note has a reason and comes by the last day for its bill. */
function assertCreditable(
  bill: PaperRow,
  { booking, settings }: Pick<PaperParts, 'booking' | 'settings'>,
  { body, at }: { readonly body: Asked['body']; readonly at: Date },
): void {
  if (!body.reason) throw new AppError('request.invalid', { fields: { reason: 'Please enter a reason' } });
  const last = lastCreditDay(bill, supplyDay(booking), settings.credit_notes_until);
  assertThat(indiaDate(at) <= last, 'paper.credit_note_late');
}

/**
 * Finds the recipient of a paper: by default the one of the paper that it follows, or the booking's
 * person.
 */
function findRecipient(
  { person_name: name }: AppointmentRow,
  followed: PaperRow | undefined,
  body: Asked['body'],
): PaperParts['wishes']['recipient'] {
  const usual = followed?.content.recipient ?? { name, address: null, gstin: null };
  return {
    name: body.recipientName ?? usual.name,
    address: body.recipientAddress || usual.address,
    gstin: body.recipientGstin ?? usual.gstin,
  };
}
