import { z } from 'zod';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';

/** The tables of a month as the return has them, with what each has together. */
export const monthTables = [
  { id: 'b2b', name: 'B2B, invoices to businesses (4A)' },
  { id: 'b2c', name: 'B2C, net of notes (7)' },
  { id: 'notes', name: 'Credit and debit notes to businesses (9B)' },
  { id: 'nil_exempt', name: 'Nil-rated and exempt supplies (8)' },
  { id: 'composition', name: 'Supplies under the composition scheme' },
  { id: 'advances_received', name: 'Advances received (11A)' },
  { id: 'advances_adjusted', name: 'Advances of earlier months adjusted (11B)' },
  { id: 'advances_refunded', name: 'Advances of earlier months given back' },
  { id: 'advances_amended', name: 'Vouchers of earlier months amended (11 II)' },
] as const;
const MonthTableId = z.enum(monthTables.map(({ id }) => id));
export type MonthTableId = z.infer<typeof MonthTableId>;

/** The sums of one table of a month, in paise. */
const MonthTotal = z.strictObject({
  table: MonthTableId,
  /** The number of its lines. */
  lines: z.int(),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  total: z.int(),
});
export type MonthTotal = z.infer<typeof MonthTotal>;

export const getMonthTotals = endpoint({
  method: 'GET',
  path: '/api/papers/month',
  access: 'settings.write',
  summary: 'The sums of the tables of a return, of the papers of a range of days.',
  query: checkRange(z.strictObject(dayRange)),
  reply: z.strictObject({ totals: z.array(MonthTotal) }),
});

export const exportMonth = endpoint({
  method: 'GET',
  path: '/api/papers/month/export',
  access: 'settings.write',
  summary: 'The tables of a return as CSV files in a ZIP file, of the papers of a range of days.',
  query: checkRange(z.strictObject(dayRange)),
  transport: 'file',
});
