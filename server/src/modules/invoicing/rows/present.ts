import type { Paper, PaperLine } from '@samay/contract/invoicing/papers';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { isoOf } from '@samay/contract/core/time';
import type { PaperRow } from './queries.ts';

/** Presents a paper as it was made. */
export function presentPaper(row: PaperRow & { readonly made_by_name: string | null }): Paper {
  const { forgone: _, service: __, ...content } = row.content;
  return {
    ...presentLine(row),
    madeAt: isoOf(row.made_at),
    by: row.made_by_name,
    appointmentId: row.appointment_id,
    ...content,
    payments: content.payments.map(({ method, ...payment }) => ({
      ...payment,
      method: method === null ? null : classifyPaymentMethod(method),
    })),
    vouchers: content.vouchers.map(({ number, date, paise }) => ({ number, date, paise })),
    notes: [...content.notes],
    discount: content.discount ?? 0,
    items: (content.items ?? []).map(({ charge: ___, ...item }) => item),
    sac: row.sac,
    rate: row.rate,
    taxable: row.taxable_paise,
    cgst: row.cgst_paise,
    sgst: row.sgst_paise,
  };
}

/** Presents a paper as a line of a list. */
export function presentLine(row: PaperRow): PaperLine {
  const { id, kind, number, dated: date, total_paise: total, is_void: isVoid } = row;
  return { id, kind, number, date, total, isVoid };
}
