import {
  addressedFrom,
  type makePaper as contract,
  type Paper,
  type PaperProposal,
} from '@samay/contract/bookings/papers';
import { wording } from '@samay/contract/core/wording';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { indiaDate } from '@samay/contract/core/time';
import { userIdOf } from '../../../context/actor.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import type { RowsOf } from '../../../db/read-in-one-message.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { lockedBooking, lockingBooking } from '../appointments/fetch.ts';
import { type AppointmentRow, lockBooking } from '../appointments/queries.ts';
import { readPayments } from '../payment-rows/queries.ts';
import { composePaper, type PaperParts, seriesFor } from './compose.ts';
import { presentPaper } from './present.ts';
import { lastCreditDay, proposedPapers, type Proposed, taxOn } from './proposals.ts';
import {
  insertPaper,
  nextNumber,
  type PaperRow,
  type PaperSettingsRow,
  readAdvanceMoney,
  readAdvanceVouchers,
  readBusinessHead,
  readBusinessName,
  readOfferedServices,
  readPapers,
  readPaperSettings,
  readServiceTaxes,
} from './queries.ts';

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
    advances: readAdvanceMoney({ id }),
    papers: readPapers({ id }),
    vouchers: readAdvanceVouchers({ id }),
    settings: readPaperSettings({}),
    services: readOfferedServices({}),
    taxes: readServiceTaxes({}),
    head: readBusinessHead({}),
  };
}

type PaperRows = RowsOf<ReturnType<typeof readingPapers>>;

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
  const tax = taxOn(rows.taxes, booking.service_id ?? rows.services[0]?.id ?? null, today);
  const papers = withoutDoubles([...rows.papers, ...rows.vouchers]);
  const { payments, advances } = rows;
  const serviceName = wording[head.business_type ?? 'doctor'].service;
  const parts = { settings, head, tax, booking, serviceName, rows: payments, advances, papers };
  const { registration } = settings;
  return { ...proposedPapers({ ...parts, today, registration, hasAddress: Boolean(head.address) }), parts };
}

function withoutDoubles(papers: readonly PaperRow[]): PaperRow[] {
  return [...new Map(papers.map((paper) => [paper.id, paper])).values()];
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
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      ...readingPapers(id),
      name: readBusinessName({}),
    });
    const booking = await lockedBooking(tx, context, locked);
    const papers = findPapers(booking, locked, context.now);
    assertThat(papers.missing === null, 'paper.settings_missing');
    const proposal = chosen(papers.proposals, body);
    assertMakeable(proposal, papers, body, context.now);
    const made = await write(tx, context, papers, {
      proposal,
      wishes: readWishes(booking, body),
      name: onlyRow(locked.name).name,
    });
    return presentPaper({ ...made, made_by_name: context.caller.name });
  });
}

/**
 * Makes the receipt, bill or invoice of completed bookings without dues, if the business has chosen
 * automatic papers.
 */
export async function makeDuePapers(tx: Tx, context: BusinessContext, ids: readonly string[]): Promise<void> {
  const [settings] = await run(tx, context, readPaperSettings({}));
  if (!settings?.automatic) return;
  for (const id of ids) {
    const rows = await runTogether(tx, context, {
      booking: lockBooking({ id }),
      ...readingPapers(id),
      name: readBusinessName({}),
    });
    const booking = orNotFound(rows.booking[0]);
    if (booking.status !== 'completed' || owes(booking)) continue;
    const papers = findPapers(booking, rows, context.now);
    const [proposal] = papers.proposals;
    if (!proposal || !['receipt', 'bill_of_supply', 'tax_invoice'].includes(proposal.kind)) continue;
    if (proposal.total >= addressedFrom) continue;
    await write(tx, context, papers, {
      proposal,
      wishes: readWishes(booking, {}),
      name: onlyRow(rows.name).name,
    });
  }
}

function owes({
  price_paise: price,
  discount_paise: discount,
  amount_paise: amount,
}: AppointmentRow): boolean {
  return (price ?? 0) - discount > (amount ?? 0);
}

function chosen(proposals: readonly PaperProposal[], body: Body): PaperProposal {
  const found = proposals.find(
    ({ kind, paymentId, of }) =>
      kind === body.kind &&
      paymentId === (body.paymentId ?? null) &&
      (of?.id ?? null) === (body.ofId ?? null),
  );
  const isPart = body.kind === 'credit_note' && found !== undefined && body.total <= found.total;
  assertThat(found && (isPart || body.total === found.total), 'paper.changed');
  return { ...found, total: body.total };
}

function assertMakeable(proposal: PaperProposal, { parts }: Papers, body: Body, now: Date): void {
  const { kind, total, of } = proposal;
  if (total >= addressedFrom && kind !== 'receipt' && !body.recipientAddress)
    throw new AppError('paper.address_needed', { field: 'recipientAddress' });
  if (kind !== 'credit_note') return;
  if (!body.reason) throw new AppError('request.invalid', { fields: { reason: 'Please enter a reason' } });
  const bill = orNotFound(parts.papers.find(({ id }) => id === of?.id));
  const last = lastCreditDay(bill, parts.settings.credit_notes_until);
  assertThat(indiaDate(now) <= last, 'paper.credit_note_late');
}

function readWishes(booking: AppointmentRow, body: Partial<Body>): PaperParts['wishes'] {
  return {
    recipient: {
      name: body.recipientName ?? booking.person_name,
      address: body.recipientAddress || null,
      gstin: body.recipientGstin ?? null,
    },
    reason: body.reason ?? null,
  };
}

async function write(
  tx: Tx,
  work: Work,
  { parts }: Papers,
  said: Pick<PaperParts, 'proposal' | 'wishes' | 'name'>,
): Promise<PaperRow> {
  const { now: at, actor } = work;
  const series = seriesFor(parts.settings, said.proposal.kind, indiaDate(at));
  const { last_number: position } = onlyRow(await run(tx, work, nextNumber({ series })));
  const by = userIdOf(actor);
  const paper = composePaper({ ...parts, ...said }, { series, position, by, at });
  atCommit(tx, work, insertPaper(paper));
  const { id, kind, number, total_paise: paise } = paper;
  await audit(tx, work, 'paper.made', id, { booking: parts.booking.id, kind, number, paise });
  return paper;
}
