export { mailBookingNow } from './mail.ts';
