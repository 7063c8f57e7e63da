export { maskEmail, maskName } from './mask.ts';
export { noteLook, reasonFor } from './reason.ts';
