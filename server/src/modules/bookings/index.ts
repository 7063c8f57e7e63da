/**
 * Owns bookings, their people, money, drawers and papers, and the screens that show them. Never
 * sends anything to the outside: each change writes one event, which reach turns into mails,
 * calendar and webhooks. Begin reading at appointments/create.ts.
 */
export { readNamedRows } from './audited/read-named-rows.ts';
export { addClose } from './drawers/add-close.ts';
export { listAppointments } from './list/list.ts';
export { addMoney } from './money/add-money.ts';
export { addPaper, makeDuePapers } from './papers/make.ts';
export { keepAdded, type KeptBooking } from './people-and-tallies/keep-added.ts';
export { type OpenPeriod, ownPeriod } from './payment-rows/drawer-queries.ts';
export { paymentOn } from './payment-rows/payment-rows.ts';
export { readShown } from './shown/read-shown.ts';
export { shownStatement } from './shown/shown-queries.ts';
export { type ListView, shownBookings, visibilityIn, visible } from './shown/visibility-queries.ts';
export { bookingsRoutes } from './routes.ts';
export { getSchedule } from './schedule/get.ts';
