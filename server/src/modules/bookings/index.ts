export { listAppointments } from './appointments/list.ts';
export { type ListOrder, type Visibility, visibilityIn, visible } from './appointments/visibility-queries.ts';
export { storedName } from './files/receive.ts';
export { sweepFiles } from './files/sweep.ts';
export { splitPatients } from './patients/split-patients.ts';
export { bookingsRoutes } from './routes.ts';
export { getSchedule } from './schedule/get.ts';
