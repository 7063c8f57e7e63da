/**
 * Owns the reads for screens: list, queue, schedule, home, visits, patients' pages, revenue. Begin
 * reading at list/list.ts.
 */
export { readNamedRows } from './named-rows/read-named-rows.ts';
export { listAppointments } from './list/list.ts';
export { getSchedule } from './schedule/get.ts';
export { deskRoutes } from './routes.ts';
export { findPlace, type PlaceInQueue } from './waiting/find-place.ts';
export { type BoardEntry, type BoardQueue, readBoardQueues } from './waiting/read-board.ts';
