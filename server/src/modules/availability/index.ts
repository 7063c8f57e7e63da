/**
 * Owns doctors and courts, services, hours, free times and claims. Does not know the people of
 * bookings or the plan's limit: app.ts hands in a function that matches bookings. Begin reading at
 * slots/list.ts.
 */
export { chooseUnit, type Claimed, TimeTaken } from './claims/choose-unit.ts';
export {
  deleteClaims,
  deleteClaimsOf,
  deleteHolds,
  extendHolds,
  findHoldEnd,
  insertClaim,
  insertHold,
} from './claims/claim-queries.ts';
export { durationOf } from './claims/duration-queries.ts';
export {
  findCandidates,
  type Occupation,
  decideOccupation,
  priceAt,
  toSought,
  type WantedTime,
} from './claims/occupation.ts';
export { lockSought, readSought, type SoughtClaim } from './claims/occupation-queries.ts';
export { refusingTaken } from './claims/refuse-taken.ts';
export { changeAvailability } from './changes/change.ts';
export { lockSettings } from './changes/queries.ts';
export { assertRange, makeClosure, removeClosure } from './hours/exceptions.ts';
export { getHours } from './hours/get.ts';
export { assertMayClose } from './hours/set-weekly.ts';
export { isOfSitting, type Sitting, sittingAt } from './hours/sitting.ts';
export { addResourceWithin } from './resources/add.ts';
export { listResources } from './resources/list.ts';
export { listResourceNames, listResourceRows } from './resources/queries.ts';
export { writeRenamed } from './resources/write-renamed.ts';
export { availabilityRoutes } from './routes.ts';
export { addServiceWithin } from './services/change.ts';
export { listServices, presentServices, serviceStatements } from './services/list.ts';
export { listServiceRows } from './services/queries.ts';
export { type DaysRow, listHeld, readDays, readDaysAsGuest, withoutHeld } from './slots/day-queries.ts';
export { durationIn } from './slots/free-starts.ts';
export { bookableStarts, byDay, listSlots } from './slots/list.ts';
export { bookable, localMinute } from './slots/local-minutes.ts';
export { type FoundStart, getSlot } from './slots/next-free.ts';
export { readOpenTime } from './slots/open-queries.ts';
export { proposeStarts, type ToMove } from './slots/propose.ts';
export { afterOpenMinutes } from './slots/open-minutes.ts';
export { makeBusinessDays } from './slots/read-business-days.ts';
export { nearestFree, findState } from './slots/start-state.ts';
export { countSold, occupiesWithin, readSold } from './sold/queries.ts';
export { soldTime } from './sold/sold-time.ts';
export { closureDuring } from './warnings/closure-during.ts';
export { closedWarnings } from './warnings/closed.ts';
export { listWeeklyRows, presentWeekly } from './weekly-hours/queries.ts';
