export { type BookingChange, announceBooking } from './booking-events/announce-booking.ts';
export { mailBookingNow } from './booking-mails/send-booking-mail.ts';
export { giveCalendarsBack } from './calendar/give-back.ts';
export { revokeNow } from './calendar/revoke.ts';
export { syncEventNow } from './calendar/sync-event.ts';
export { sendHookNow } from './webhooks/send-webhook.ts';
