export { eraseDeleted } from './erase.ts';
