/**
 * Owns the verbs of bookings and what follows from each: claims, money, tallies, one event. Never
 * sends anything to the outside: reach turns the event into mails, calendar and webhooks. Begin
 * reading at appointments/create.ts.
 */
export { book } from './appointments/create.ts';
export { addMoney } from './money/add-money.ts';
export { refundPayment } from './money/give-back.ts';
export { runRefundJob, sendRefund } from './online-refunds/send.ts';
export { applyReportedRefund } from './online-refunds/report.ts';
export { takeOnline } from './money/take-online.ts';
export { cancelOwn, comeOwn, moveOwn, type OwnTime } from './own/change-own.ts';
export { daysAfterVisit, findOwn, type OwnBooking, type OwnWork } from './own/find-own.ts';
export { type FreeDay, listFreeDays } from './own/free-times.ts';
export { isOnTheWay, ownMay, type OwnMay } from './own/rules.ts';
export { bookingsRoutes } from './routes.ts';
export { fetchLocked, lockedBooking, lockingBooking } from './rows/fetch.ts';
export { mayWith, policyFor } from './rows/policy.ts';
export { type DoctorsDayRow, readDoctorsDays } from './waiting-room/lateness-queries.ts';
export { callsOf, isSkipped } from './rows/calls.ts';
export { getDelay, getDue, getMethods, isComing, present } from './rows/present.ts';
export {
  type AppointmentRow,
  findShown,
  listDoctorNames,
  lockBooking,
  lockBookings,
  owesMoney,
  readLockedUntil,
  readOpeningHours,
  selectAppointments,
  owedPaise,
} from './rows/queries.ts';
export { startOf } from './rows/start-of.ts';
export { keepAdded, type KeptBooking } from './tallies/keep-added.ts';
