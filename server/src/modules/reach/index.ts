/**
 * Owns deliveries outside of Samay: mails about bookings, notices by WhatsApp, the calendar, webhooks, live updates, and
 * their state. Never writes a booking: its events are read and turned into effects. Begin reading
 * at booking-events/enqueue-effects.ts.
 */
export { enqueueBookingEffects } from './booking-events/enqueue-effects.ts';
export { sendBookingMail } from './booking-mails/send-booking-mail.ts';
export { sendBookingNotice } from './changes/send-booking-notice.ts';
export { sendLateNotice } from './changes/send-late-notice.ts';
export { recordDroppedMail, recordFailedNotice } from './changes/record-failed-notice.ts';
export { forgetAndRevokeCalendars, revokeCalendarAccess } from './calendar/revoke.ts';
export { encryptedRevocations, encryptedTokens } from './calendar/token.ts';
export { syncCalendarEvent } from './calendar/sync-event.ts';
export { isRetriable, releaseFailed, retryFailed } from './deliveries/queries.ts';
export { LiveHub } from './live/live-hub.ts';
export { ResponseStream } from './live/live-stream.ts';
export { noteText } from './channels/note-text.ts';
export { registerTexts } from './channels/register-texts.ts';
export { type CodeChannel, type CodeOutcome, findCodeChannel, sendCode } from './codes/send-code.ts';
export { beginReminders } from './reminders/begin-reminders.ts';
export { findAnswered, findPressed, readNumber } from './notices/find-told.ts';
export { noteReport } from './notices/note-report.ts';
export { enqueuePlan, planAll } from './reminders/plan-all.ts';
export { sendNotice } from './sending/send-notice.ts';
export { recordFailedReminder, sendReminder } from './sending/send-reminder.ts';
export { noteOptOut } from './opt-outs/note.ts';
export { forgetOldReplies } from './notices/forget-replies.ts';
export { noteReply } from './notices/note-reply.ts';
export { reachRoutes } from './routes.ts';
export { encryptedChannelTokens } from './channels/token.ts';
export { encryptedWebhookSecrets } from './webhooks/secret.ts';
export { sendWebhook } from './webhooks/send-webhook.ts';
