export { availabilityRoutes } from './routes.ts';
export { alternativesTo, type TakenStart } from './slots/alternatives.ts';
