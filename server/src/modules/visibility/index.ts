/**
 * Owns which bookings a business sees under its plan: the order of the list, the limit, and reads
 * within it. Begin reading at view/visibility-queries.ts.
 */
export { readShown, shownBookings } from './view/read-shown.ts';
export { shownStatement } from './view/shown-queries.ts';
export { countByDay, countByStatus, type DayCounts } from './view/tally-queries.ts';
export {
  hidden,
  inListOrder,
  isPastKey,
  type Key,
  listOrder,
  type ListOrder,
  type ListView,
  visibilityIn,
  visible,
} from './view/visibility-queries.ts';
