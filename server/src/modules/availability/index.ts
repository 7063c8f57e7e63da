export { type ClaimAnswer, type Claiming, claimingParts, type ClaimValues, claimValues, givingUpParts } from './claims/claim-queries.ts';
export { assertClaimed, claimingTime, type Overbooking } from './claims/claiming-time.ts';
export { lockOccupation } from './claims/lock-occupation.ts';
export { type Occupation, occupationOf, soughtOf, unknownDuration, type WantedTime } from './claims/occupation.ts';
export { type FoundOccupation, type SoughtBy, soughtOccupation, type SoughtValues } from './claims/occupation-queries.ts';
export { availabilityRoutes } from './routes.ts';
export { beginAllTimes, claimBookings } from './times-apart/move.ts';
