export { availabilityRoutes } from './routes.ts';
export { beginAllTimes, claimBookings } from './times-apart/move.ts';
