export { fillDemo } from './fill.ts';
export { refuseDemo } from './refuse.ts';
