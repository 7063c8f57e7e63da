import type { PaperRow } from './queries.ts';

/** The sum of the bills and invoices of one SAC and rate, less their credit notes, in paise. */
interface PaperSum {
  readonly sac: string;
  readonly rate: number | null;
  readonly papers: number;
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly total: number;
}

const signs: Partial<Record<PaperRow['kind'], number>> = {
  bill_of_supply: 1,
  tax_invoice: 1,
  credit_note: -1,
};

/** Sums bills, invoices and credit notes by SAC and rate. Receipts and vouchers are no supplies. */
export class PaperSums {
  readonly #sums = new Map<string, PaperSum>();

  add(papers: readonly PaperRow[]): void {
    for (const { kind, sac, rate, ...paper } of papers) {
      const sign = signs[kind];
      if (sign === undefined) continue;
      const key = `${sac ?? ''} ${rate ?? ''}`;
      const sum = this.#sums.get(key);
      this.#sums.set(key, {
        sac: sac ?? '',
        rate,
        papers: (sum?.papers ?? 0) + 1,
        taxable: (sum?.taxable ?? 0) + sign * paper.taxable_paise,
        cgst: (sum?.cgst ?? 0) + sign * paper.cgst_paise,
        sgst: (sum?.sgst ?? 0) + sign * paper.sgst_paise,
        total: (sum?.total ?? 0) + sign * paper.total_paise,
      });
    }
  }

  /** Lists the sums by SAC and rate. */
  list(): PaperSum[] {
    return [...this.#sums.values()].toSorted(
      (one, other) => one.sac.localeCompare(other.sac) || (one.rate ?? 0) - (other.rate ?? 0),
    );
  }
}
