export { publicRoutes } from './site/routes.ts';
