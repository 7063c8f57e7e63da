export { eraseDeleted } from './erasure/erase.ts';
