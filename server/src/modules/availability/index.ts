export { availabilityRoutes } from './routes.ts';
