export { claimValues } from './claims/claim-values.ts';
export {
  type ClaimAnswer,
  type Claiming,
  claimingParts,
  type ClaimValues,
  givingUpParts,
} from './claims/claim-queries.ts';
export {
  assertClaimed,
  type ClaimOne,
  claimingTime,
  claimingTimes,
  type Overbooking,
} from './claims/claiming-time.ts';
export { durationOf } from './claims/duration-queries.ts';
export { lockOccupation } from './claims/lock-occupation.ts';
export { lockUnits } from './claims/lock-units-queries.ts';
export {
  candidatesOf,
  isClaiming,
  type Occupation,
  occupationOf,
  soughtOf,
  type WantedTime,
} from './claims/occupation.ts';
export { untilNext } from './claims/until-next.ts';
export {
  type FoundOccupation,
  readSought,
  type SoughtBy,
  soughtOccupation,
  type SoughtValues,
} from './claims/occupation-queries.ts';
export { getHours } from './hours/get.ts';
export { listResources } from './resources/list.ts';
export { writeRenamed } from './resources/write-renamed.ts';
export { availabilityRoutes } from './routes.ts';
export { listServices } from './services/list.ts';
export { readDays } from './slots/day-queries.ts';
export { durationIn } from './slots/free-starts.ts';
export { listSlots } from './slots/list.ts';
export { slotOf } from './slots/next-free.ts';
export { businessDaysOf } from './slots/read-business-days.ts';
export { nearestFree, stateOf } from './slots/start-state.ts';
export { countSold, occupiesWithin, readSold } from './sold/queries.ts';
export { soldTime } from './sold/sold-time.ts';
export { closedWarnings } from './warnings/closed.ts';
