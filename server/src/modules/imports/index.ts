/**
 * Owns imports: files of people or bookings that an owner brings in, their check against the business, the
 * run and its undo. Begin reading at running/advance.ts.
 */
export { importsRoutes } from './routes.ts';
export { advanceImports } from './running/advance.ts';
export { forgetOldImports } from './running/forget.ts';
