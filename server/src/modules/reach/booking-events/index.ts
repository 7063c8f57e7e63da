export { announceBooking, type BookingChange } from './announce-booking.ts';
