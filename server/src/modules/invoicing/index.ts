/**
 * Owns receipts, invoices, notes and vouchers, and their numbers. A paper is written once and never
 * changed. Begin reading at papers/make.ts.
 */
export { addPaper, makeDuePapers } from './papers/make.ts';
export { invoicingRoutes } from './routes.ts';
