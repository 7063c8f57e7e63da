/**
 * Owns the pages without sign-in: landing, privacy, terms. Reads nothing of a business. Begin reading
 * at site/present.ts.
 */
export { publicRoutes } from './site/routes.ts';
