/**
 * Owns what is reached without sign-in: landing, privacy, terms, the page of a business and of a
 * person's own booking, and the reports of WhatsApp. Begin reading at pages/routes.ts.
 */
export { boardRoutes } from './board/routes.ts';
export { channelReportRoutes } from './channel-reports/routes.ts';
export { captureOnlinePayment, recordFailedCapture } from './paying/capture.ts';
export { forgetOldOrders } from './paying/forget.ts';
export { onlineEventRoutes } from './paying/routes.ts';
export { reconcileOnlineOrders } from './paying/reconcile.ts';
export { forgetOldProofs } from './proofs/forget.ts';
export { forgetOldRequests } from './requests/forget.ts';
export { onlineBookingRoutes } from './pages/routes.ts';
export { publicApiRoutes } from './routes.ts';
export { ownBookingRoutes } from './own-booking/routes.ts';
export { publicRoutes } from './site/routes.ts';
