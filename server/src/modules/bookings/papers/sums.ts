import type { PaperRow } from './queries.ts';

/** The sum of the bills and invoices of one SAC and rate, less their credit notes, in paise. */
export interface PaperSum {
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
export function sumPapers(papers: readonly PaperRow[]): PaperSum[] {
  const supplies = papers.filter(({ kind }) => signs[kind] !== undefined);
  const groups = Map.groupBy(supplies, ({ sac, rate }) => `${sac ?? ''} ${rate ?? ''}`);
  return [...groups.values()]
    .map((group) => {
      const sumOf = (column: 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'total_paise') =>
        group.reduce((sum, paper) => sum + (signs[paper.kind] ?? 0) * paper[column], 0);
      return {
        sac: group[0]?.sac ?? '',
        rate: group[0]?.rate ?? null,
        papers: group.length,
        taxable: sumOf('taxable_paise'),
        cgst: sumOf('cgst_paise'),
        sgst: sumOf('sgst_paise'),
        total: sumOf('total_paise'),
      };
    })
    .toSorted((one, other) => one.sac.localeCompare(other.sac) || (one.rate ?? 0) - (other.rate ?? 0));
}
