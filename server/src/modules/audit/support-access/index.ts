export { maskEmail, maskName } from './mask.ts';
export { noteSupportAccess, reasonFor } from './reason.ts';
