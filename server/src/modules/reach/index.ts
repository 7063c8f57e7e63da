export { bookingEvents } from './booking-events/announce-booking.ts';
export { sendBookingMail } from './booking-mails/send-booking-mail.ts';
export { forgetAndRevokeCalendars, revokeCalendarAccess } from './calendar/revoke.ts';
export { sealedRevocations, sealedTokens } from './calendar/token.ts';
export { syncCalendarEvent } from './calendar/sync-event.ts';
export { LiveHub } from './live/live-hub.ts';
export { reachRoutes } from './routes.ts';
export { sealedWebhookSecrets } from './webhooks/secret.ts';
export { sendWebhook } from './webhooks/send-webhook.ts';
