/**
 * Owns the pages without sign-in: landing, privacy, terms, the page of a person's own
 * booking, and the reports of WhatsApp.
 * Begin reading at own-booking/routes.ts.
 */
export { channelReportRoutes } from './channel-reports/routes.ts';
export { ownBookingRoutes } from './own-booking/routes.ts';
export { publicRoutes } from './site/routes.ts';
