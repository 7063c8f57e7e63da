export { listAppointments } from './list/list.ts';
export { readShown } from './appointments/read-shown.ts';
export { shownStatement } from './appointments/shown-queries.ts';
export { type ListView, shownBookings, visibilityIn, visible } from './appointments/visibility-queries.ts';
export { storedName } from './files/receive.ts';
export { sweepFiles } from './files/sweep.ts';
export { splitPatients } from './patients/split-patients.ts';
export { bookingsRoutes } from './routes.ts';
export { getSchedule } from './schedule/get.ts';
