export { bookingEvents } from './booking-events/announce-booking.ts';
export { sendBookingMail } from './booking-mails/send-booking-mail.ts';
export { forgetAndRevokeCalendars, revokeCalendarAccess } from './calendar/revoke.ts';
export { syncCalendarEvent } from './calendar/sync-event.ts';
export { retryFailed } from './deliveries/queries.ts';
export { LiveHub } from './live/live-hub.ts';
export { reachRoutes } from './routes.ts';
export { sendWebhook } from './webhooks/send-webhook.ts';
