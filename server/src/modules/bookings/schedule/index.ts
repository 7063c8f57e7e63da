export { getSchedule } from './get.ts';
