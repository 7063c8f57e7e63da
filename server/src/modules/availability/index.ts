export { availabilityRoutes } from './routes.ts';
export { beginAllTimes, claimBookings } from './times-apart/move.ts';
export { alternativesTo, type TakenStart } from './slots/alternatives.ts';
