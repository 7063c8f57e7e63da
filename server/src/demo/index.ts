export { fillDemo } from './fill.ts';
export { noteDemo, refuseDemo, refuseDemoFolder } from './refuse.ts';
