export { mailBookingLater } from './mail-later.ts';
export { mailBookingNow } from './mail.ts';
