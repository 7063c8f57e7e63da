import { isVoided, remainingPaise, type PaymentRow } from '../../ledger/index.ts';
import type { AdvanceMoney, PaperRow } from '../rows/queries.ts';

interface VoucherFacts {
  readonly booking: { readonly id: string };
  /** The money of the booking. */
  readonly rows: readonly PaymentRow[];
  /** The money of its person's advance. */
  readonly advances: readonly AdvanceMoney[];
  readonly papers: readonly PaperRow[];
}

/** A receipt voucher with what is left of it, in paise. */
interface LeftVoucher {
  readonly voucher: PaperRow;
  readonly left: number;
  /** Whether it is of the payment itself that went back, in place of one of the advance that was spent. */
  readonly isOwn: boolean;
}

/** The part of a row of an advance that visits have, and the voucher of that money. */
interface Allocated {
  readonly row: AdvanceMoney;
  readonly voucher: PaperRow | undefined;
  readonly paise: number;
  /** The rest of the row, in paise. */
  readonly most: number;
}

/**
 * The receipt vouchers of a booking's money and of its person's advance, with what is left of each.
 * A person may have thousands of rows and papers, so each is read a fixed number of times, and found by its key.
 */
export class Vouchers {
  readonly #booking: string;
  readonly #rows: readonly PaymentRow[];
  readonly #ofAdvance: readonly AdvanceMoney[];
  /** The total of each paper less what other papers lower or answer of it. */
  readonly #unlowered: (paper: PaperRow) => number;
  /** The bills and invoices of the booking. */
  readonly #bills: readonly PaperRow[];
  /** The rows of the advance of which bills have all that is left. */
  readonly #billed: ReadonlySet<string>;
  readonly #all: readonly PaymentRow[];
  readonly #money: ReadonlyMap<string, PaymentRow>;
  readonly #advances: ReadonlyMap<string, AdvanceMoney>;
  /** The rows of the advance by the row of a booking with which they are a transfer. */
  readonly #byPair: ReadonlyMap<string | null, AdvanceMoney>;
  readonly #papers: ReadonlyMap<string | null, PaperRow>;
  /** The paise of each voucher that visits with a bill took of it as an advance. */
  readonly #taken: ReadonlyMap<PaperRow, number>;
  /** The money of a voucher that went back before a refund and waits for a voucher of its own, by the refund. */
  readonly #before: ReadonlyMap<string, number>;
  /** The rest of each voucher, if all refunds that wait for a voucher of their own had one. */
  readonly #left: ReadonlyMap<PaperRow, number>;
  /** The oldest voucher with something left, by the person whose advance it is. */
  readonly #oldest: ReadonlyMap<string | null, PaperRow>;

  constructor({ booking, rows, advances, papers }: VoucherFacts) {
    this.#booking = booking.id;
    this.#rows = rows;
    this.#ofAdvance = inPlaceOfCorrected(advances);
    this.#bills = papers.filter(({ kind }) => kind !== 'credit_note' && isBillOrNote(kind));
    this.#all = [...rows, ...advances];
    this.#money = new Map(this.#all.map((row) => [row.id, row]));
    this.#advances = new Map(advances.map((row) => [row.id, row]));
    this.#byPair = new Map(
      advances.filter(({ pair_id: pair }) => pair !== null).map((row) => [row.pair_id, row]),
    );
    this.#papers = new Map(
      papers.filter(({ payment_id: of }) => of !== null).map((paper) => [paper.payment_id, paper]),
    );
    const lowered = loweredPaise(papers);
    this.#unlowered = ({ id, total_paise: total }) => total - (lowered.get(id) ?? 0);
    this.#taken = this.#billedPaise(takenByBills);
    const allocated = this.#allocate(takenByBills).filter(({ paise, most }) => paise > 0 && paise === most);
    this.#billed = new Set(allocated.map(({ row }) => row.id));
    const before = new Map<string, number>();
    const waiting = new Map<PaperRow, number>();
    for (const row of this.#all) {
      const voucher = this.#waitsFor(row);
      if (!voucher) continue;
      before.set(row.id, waiting.get(voucher) ?? 0);
      waiting.set(voucher, (waiting.get(voucher) ?? 0) - row.paise);
    }
    this.#before = before;
    const vouchers = papers.filter(({ kind, is_void: isVoid }) => kind === 'receipt_voucher' && !isVoid);
    this.#left = new Map(
      vouchers.map((voucher) => [voucher, this.#untaken(voucher) - (waiting.get(voucher) ?? 0)]),
    );
    this.#oldest = this.#oldestLeft(vouchers, advances);
  }

  /** Returns whether bills have all that is left of a row of the advance. */
  isBilled(id: string): boolean {
    return this.#billed.has(id);
  }

  /** Returns whether a row of money has a receipt or a voucher. */
  has(id: string): boolean {
    return this.#papers.has(id);
  }

  /**
   * Finds the receipt voucher of money that went back, with something left: that of its payment,
   * also where the payment had become an advance. Money that was spent from an advance names no
   * payment: the oldest voucher of the advance is its own, because a refund of the advance is of
   * the newest.
   */
  answered(row: PaymentRow): LeftVoucher | undefined {
    const own = this.#waitsFor(row);
    const voucher = own ?? this.#ofSpent(row);
    if (!voucher) return undefined;
    const left = own ? this.#untaken(own) - (this.#before.get(row.id) ?? 0) : (this.#left.get(voucher) ?? 0);
    return left > 0 ? { voucher, left, isOwn: own !== undefined } : undefined;
  }

  /** Finds the receipt of the payment of which a refund gave money back. */
  receiptOfRefunded(row: PaymentRow): PaperRow | undefined {
    const paper = this.#papers.get(this.#refundedPayment(row) ?? null);
    return paper?.kind === 'receipt' ? paper : undefined;
  }

  /** Returns whether a refund gave money back that a visit with a bill has had. */
  isOfBilled(row: PaymentRow): boolean {
    const isOfVisit = this.#rows.some(({ id }) => id === row.id);
    if (isOfVisit) return this.#bills.length > 0;
    return this.#advances.get(row.of_id ?? '')?.was_billed ?? false;
  }

  /**
   * Lists the receipt vouchers whose money a bill of the visit has, up to its total: those of the
   * visit's payments, then those of the advance that was spent on it, whose oldest money it has.
   */
  adjustedBy(total: number): { voucher: PaperRow; paise: number }[] {
    const earlier = new Map<string, number>();
    for (const { id, paise } of this.#bills.flatMap(({ content }) => content.vouchers))
      earlier.set(id, (earlier.get(id) ?? 0) + paise);
    const shares = new Map<PaperRow, number>();
    for (const row of this.#rows) {
      const voucher = this.#receiptVoucher(row.id);
      if (voucher) shares.set(voucher, Math.min(remainingPaise(row, this.#rows), this.#unlowered(voucher)));
    }
    const spent = this.#spentByPerson();
    const takenByOthers = (own: readonly AdvanceMoney[]) =>
      takenByBills(own.filter(({ billed_id: visit }) => visit !== this.#booking));
    const byOthers = this.#billedPaise(takenByOthers);
    const withVisit = this.#billedPaise(
      (own) => takenByOthers(own) + (spent.get(own[0]?.patient_id ?? null) ?? 0),
    );
    for (const [voucher, paise] of withVisit)
      shares.set(voucher, (shares.get(voucher) ?? 0) + paise - (byOthers.get(voucher) ?? 0));
    let rest = total;
    return [...shares].flatMap(([voucher, share]) => {
      const paise = Math.min(rest, share - (earlier.get(voucher.id) ?? 0));
      if (paise <= 0) return [];
      rest -= paise;
      return [{ voucher, paise }];
    });
  }

  /** Sums the money that the visit has of each person's advance, in paise. */
  #spentByPerson(): Map<string | null, number> {
    const sums = new Map<string | null, number>();
    for (const row of this.#rows.filter(({ kind }) => kind === 'transfer')) {
      const person = this.#advances.get(row.pair_id ?? '')?.patient_id ?? null;
      sums.set(person, (sums.get(person) ?? 0) + remainingPaise(row, this.#rows));
    }
    return sums;
  }

  /** Returns what neither bills have of a voucher nor refund vouchers answer, in paise. */
  #untaken(voucher: PaperRow): number {
    return this.#unlowered(voucher) - billedPaise(voucher) - (this.#taken.get(voucher) ?? 0);
  }

  /**
   * Finds the receipt voucher of the payment of which a refund gave money back, while the refund has
   * no voucher.
   */
  #waitsFor(row: PaymentRow): PaperRow | undefined {
    if (row.kind !== 'refund' || isVoided(row, this.#all) || this.has(row.id)) return undefined;
    return this.#receiptVoucher(this.#refundedPayment(row));
  }

  /** Finds the payment of which a refund gave money back, itself or from the advance that it had become. */
  #refundedPayment(row: PaymentRow): string | null | undefined {
    const of = this.#money.get(row.of_id ?? '');
    return of?.kind === 'payment' ? of.id : this.#advances.get(of?.id ?? '')?.moved_id;
  }

  /** Finds the voucher of the advance from which a booking's money had been spent that went back. */
  #ofSpent(row: PaymentRow): PaperRow | undefined {
    const of = this.#money.get(row.of_id ?? '');
    if (of?.kind !== 'transfer') return undefined;
    const moved = this.#advances.get(of.id) ?? this.#advances.get(of.pair_id ?? '');
    if (!moved) return undefined;
    if (moved.moved_id !== null && this.has(moved.moved_id)) return this.#receiptVoucher(moved.moved_id);
    const spent = this.#spentRow(moved) ?? moved;
    return this.#oldest.get(spent.patient_id);
  }

  #receiptVoucher(paymentId: string | null | undefined): PaperRow | undefined {
    const paper = this.#papers.get(paymentId ?? null);
    return paper?.kind === 'receipt_voucher' && !paper.is_void ? paper : undefined;
  }

  /** Finds the row that had spent the money which a transfer returned to the advance. */
  #spentRow({ moved_id: moved }: AdvanceMoney): AdvanceMoney | undefined {
    return this.#byPair.get(moved);
  }

  /** Finds the voucher of an advance's row: its own, or of the payment that a transfer moved. */
  #paperOf(row: AdvanceMoney): PaperRow | undefined {
    return this.#receiptVoucher(row.id) ?? this.#receiptVoucher(row.moved_id);
  }

  /** Sums what visits have of the money of each voucher, in paise. */
  #billedPaise(takenFrom: (own: readonly AdvanceMoney[]) => number): Map<PaperRow, number> {
    const billed = new Map<PaperRow, number>();
    for (const { voucher, paise } of this.#allocate(takenFrom))
      if (voucher) billed.set(voucher, (billed.get(voucher) ?? 0) + paise);
    return billed;
  }

  /**
   * Divides what visits have of each person's advance among its rows: the oldest money first, without
   * money for which a refund voucher was given. Money of a booking whose bill has its voucher is nothing of it.
   * @param takenFrom what the visits took from the advance of a person, in paise
   */
  #allocate(takenFrom: (own: readonly AdvanceMoney[]) => number): Allocated[] {
    const allocated: Allocated[] = [];
    // Sums by voucher what rows before had of it, and their money: parts of one payment have its rest together.
    const shared = new Map<PaperRow, number>();
    const rowsOf = new Map<PaperRow, number>();
    for (const own of Map.groupBy(this.#ofAdvance, ({ patient_id: person }) => person).values()) {
      let taken = takenFrom(own);
      for (const row of own.filter((each) => !this.#spentRow(each))) {
        const voucher = this.#paperOf(row);
        const most = remainingPaise(row, own);
        const share = Math.min(taken, most);
        if (!voucher) {
          allocated.push({ row, voucher, paise: share, most });
          taken -= share;
          continue;
        }
        const [had, before] = [shared.get(voucher) ?? 0, rowsOf.get(voucher) ?? 0];
        const billed = billedPaise(voucher);
        const left = Math.max(0, this.#unlowered(voucher) - billed - had);
        const taxed = Math.max(0, voucher.total_paise - billed - before);
        const untaxed = Math.max(0, row.paise - taxed);
        const paise = Math.min(share, left);
        shared.set(voucher, had + paise);
        if (!isVoided(row, own)) rowsOf.set(voucher, before + row.paise);
        allocated.push({ row, voucher, paise, most });
        taken -= Math.min(share, left + untaxed);
      }
    }
    return allocated;
  }

  #oldestLeft(
    vouchers: readonly PaperRow[],
    advances: readonly AdvanceMoney[],
  ): Map<string | null, PaperRow> {
    const people = new Map<string | null, Set<string | null>>();
    for (const row of advances) {
      for (const id of fundingIds(row)) people.set(id, (people.get(id) ?? new Set()).add(row.patient_id));
    }
    const oldest = new Map<string | null, PaperRow>();
    for (const voucher of vouchers.filter((each) => (this.#left.get(each) ?? 0) > 0)) {
      for (const person of people.get(voucher.payment_id) ?? [])
        if (!oldest.has(person)) oldest.set(person, voucher);
    }
    return oldest;
  }
}

/**
 * Sorts the rows of advances so that one which corrects another has its place: it is the same money. Both were written
 * at one instant with the void of that one.
 */
function inPlaceOfCorrected(advances: readonly AdvanceMoney[]): readonly AdvanceMoney[] {
  const keyOf = ({ patient_id: person, taken_at: at }: AdvanceMoney) => `${person} ${at.getTime()}`;
  const voids = advances.filter(({ kind }) => kind === 'void');
  if (voids.length === 0) return advances;
  const places = new Map(advances.map(({ id }, at) => [id, at]));
  const written = new Map(advances.filter(({ kind }) => kind === 'payment').map((row) => [keyOf(row), row]));
  for (const row of voids) {
    const right = written.get(keyOf(row));
    const place = places.get(row.of_id ?? '');
    if (right && place !== undefined) places.set(right.id, place + 0.5);
  }
  return advances.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

/** Returns what bills of the booking of its payment have of a receipt voucher, in paise. */
function billedPaise({ billed_paise: paise = 0 }: PaperRow): number {
  return paise;
}

/** Sums by paper, in paise, what credit notes and refund vouchers lower or answer of it; void ones nothing. */
export function loweredPaise(papers: readonly PaperRow[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { kind, of_id: of, total_paise: total, is_void: isVoid } of papers) {
    if (of !== null && !isVoid && kind !== 'debit_note') sums.set(of, (sums.get(of) ?? 0) + total);
  }
  return sums;
}

/** Returns whether a kind of paper says what a visit costs: a bill, an invoice or a note to one. */
export function isBillOrNote(kind: PaperRow['kind']): boolean {
  return (
    kind === 'bill_of_supply' || kind === 'tax_invoice' || kind === 'credit_note' || kind === 'debit_note'
  );
}

/** Lists the rows whose vouchers are of an advance's row: its own, and that which a transfer moved. */
function fundingIds({ id, moved_id: moved }: AdvanceMoney): string[] {
  return moved === null ? [id] : [id, moved];
}

/** Returns what visits with a bill took from an advance, less what came back before their bill. */
function takenByBills(advances: readonly AdvanceMoney[]): number {
  const billed = advances.filter(({ billed_id: visit }) => visit !== null);
  const visits = Map.groupBy(billed, ({ billed_id: visit }) => visit);
  return [...visits.values()]
    .map((rows) => rows.reduce((sum, { paise }) => sum - paise, 0))
    .reduce((sum, taken) => sum + Math.max(0, taken), 0);
}
