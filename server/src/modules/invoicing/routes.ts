import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { exportPapers, exportPaperSums } from './papers/export.ts';
import { getPaper, listBookingPapers, listPapers } from './papers/get.ts';
import { makePaper } from './papers/make.ts';
import { refundPayment } from './papers/refund.ts';
import { dismissCredit, listToBill } from './to-bill/to-bill.ts';
import { getPaperSettings, setPaperSettings, setServiceTax } from './settings/settings.ts';

/** Binds every endpoint of the module to its verb. */
export function invoicingRoutes(routes: Routes): void {
  routes.tenant(endpoints.listBookingPapers, listBookingPapers);
  routes.tenant(endpoints.makePaper, makePaper);
  routes.tenant(endpoints.refundPayment, refundPayment);
  routes.tenant(endpoints.getPaper, getPaper);
  routes.tenant(endpoints.listToBill, listToBill);
  routes.tenant(endpoints.dismissCredit, dismissCredit);
  routes.tenant(endpoints.listPapers, listPapers);
  routes.tenant(endpoints.exportPapers, exportPapers);
  routes.tenant(endpoints.exportPaperSums, exportPaperSums);
  routes.tenant(endpoints.getPaperSettings, getPaperSettings);
  routes.tenant(endpoints.setPaperSettings, setPaperSettings);
  routes.tenant(endpoints.setServiceTax, setServiceTax);
}
