export { noteWrongKeys } from '../../online-payments/index.ts';
