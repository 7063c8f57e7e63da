export { fillDemo } from './fill.ts';
export { isDemo } from './queries.ts';
