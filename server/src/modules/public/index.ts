/**
 * Owns the pages without sign-in: landing, privacy, terms, and the page of a person's own booking.
 * Begin reading at own-booking/routes.ts.
 */
export { ownBookingRoutes } from './own-booking/routes.ts';
export { publicRoutes } from './site/routes.ts';
