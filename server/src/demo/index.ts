export { fillDemo } from './fill.ts';
export { noteDemo, refuseDemo, refuseDemoFolder } from './demo-marker.ts';
