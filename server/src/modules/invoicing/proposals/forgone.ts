import { isVoided, type PaymentRow } from '../../ledger/index.ts';
import type { PaperRow } from '../rows/queries.ts';

interface ForgoneFacts {
  readonly booking: { readonly service_id: string | null; readonly allowed_paise: number };
  /** The money of the booking. */
  readonly rows: readonly PaymentRow[];
  readonly papers: readonly PaperRow[];
}

/**
 * Returns the part of a booking's cost that credit notes gave up, in paise: it is not billed again. A refund that lets
 * the visit off uses up what notes before it gave up. Notes from before they kept it gave up what no refund has let
 * off. `forgonePaise` of the list of what is to bill computes the same.
 * @param standing the ids of the bills that credit notes have not lowered to nothing
 */
export function forgonePaise(facts: ForgoneFacts, standing: ReadonlySet<string | null>): number {
  const { booking, papers, rows } = facts;
  const notes = papers.filter(({ kind }) => kind === 'credit_note');
  const untold = notes.filter(({ of_id: of, content }) => content.forgone === undefined && standing.has(of));
  const credited = untold.reduce((sum, { total_paise: paise }) => sum + paise, 0);
  const ended = endedBills(facts, notes);
  const told = notes
    .filter(({ of_id: of, content }) => content.forgone && (standing.has(of) || ended.has(of)))
    .map(({ made_at: at, content }) => ({ at: at.getTime(), paise: content.forgone ?? 0 }));
  // Money that goes back with its note comes before it: both have one instant.
  const events = told.length === 0 ? [] : [...letOff(rows), ...told].toSorted((one, two) => one.at - two.at);
  const left = events.reduce((sum, { paise }) => Math.max(0, sum + paise), 0);
  return left + Math.max(0, credited - booking.allowed_paise);
}

/**
 * Finds the bills of the booking's service that credit notes have lowered to nothing, the last because the visit cost
 * nothing more: what earlier ones gave up stays so. One that was credited whole while the visit cost it was taken back.
 */
function endedBills({ booking, papers }: ForgoneFacts, notes: readonly PaperRow[]): Set<string | null> {
  const last = new Map(notes.map((note) => [note.of_id, note]));
  const isOfOther = ({ content: { service } }: PaperRow) =>
    typeof service === 'string' && booking.service_id !== null && service !== booking.service_id;
  const bills = papers.filter(({ id }) => last.get(id)?.content.forgone === 0);
  return new Set(bills.filter((bill) => !isOfOther(bill)).map(({ id }) => id));
}

/** Lists what refunds let a visit off, in paise below zero; one that corrects another has the time of that one. */
function letOff(rows: readonly PaymentRow[]): { at: number; paise: number }[] {
  const byId = new Map<string | null, PaymentRow>(rows.map((row) => [row.id, row]));
  const voids = Map.groupBy(
    rows.filter(({ kind }) => kind === 'void'),
    ({ taken_at: at }) => at.getTime(),
  );
  const placeOf = (row: PaymentRow) => {
    const corrected = (voids.get(row.taken_at.getTime()) ?? [])
      .map(({ of_id: of }) => byId.get(of))
      .filter((wrong) => wrong?.kind === 'refund')
      .filter((wrong) => wrong?.of_id === row.of_id || wrong?.paise === row.paise);
    return Math.min(...[row, ...corrected].map((each) => each?.taken_at.getTime() ?? Infinity));
  };
  const standing = rows.filter((row) => row.allowed_paise > 0 && !isVoided(row, rows));
  return standing.map((row) => ({ at: placeOf(row), paise: -row.allowed_paise }));
}
