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
  debit_note: 1,
  credit_note: -1,
};

/** Sums bills, invoices, debit and credit notes by SAC and rate. Receipts and vouchers are no supplies. */
export class PaperSums {
  readonly #sums = new Map<string, PaperSum>();

  add(papers: readonly PaperRow[]): void {
    for (const paper of papers) {
      const sign = signs[paper.kind];
      if (sign === undefined) continue;
      const counted = new Set<string>();
      for (const { sac, rate, ...item } of listItems(paper)) {
        const key = `${sac ?? ''} ${rate ?? ''}`;
        const sum = this.#sums.get(key);
        this.#sums.set(key, {
          sac: sac ?? '',
          rate,
          papers: (sum?.papers ?? 0) + (counted.has(key) ? 0 : 1),
          taxable: (sum?.taxable ?? 0) + sign * item.taxable,
          cgst: (sum?.cgst ?? 0) + sign * item.cgst,
          sgst: (sum?.sgst ?? 0) + sign * item.sgst,
          total: (sum?.total ?? 0) + sign * item.total,
        });
        counted.add(key);
      }
    }
  }

  /** Lists the sums by SAC and rate. */
  list(): PaperSum[] {
    return [...this.#sums.values()].toSorted(
      (one, other) => one.sac.localeCompare(other.sac) || (one.rate ?? 0) - (other.rate ?? 0),
    );
  }
}

/** Lists the lines of a paper; one of a single supply is its only line. */
export function listItems({ content, sac, rate, ...paper }: PaperRow): readonly Omit<PaperSum, 'papers'>[] {
  const { taxable_paise: taxable, cgst_paise: cgst, sgst_paise: sgst, total_paise: total } = paper;
  const items = content.items ?? [{ sac, rate, taxable, cgst, sgst, total }];
  return items.map((item) => ({ ...item, sac: item.sac ?? '' }));
}
