export { emailKey } from './email-key.ts';
export { forgetOldSessions } from './forget-old.ts';
export { hashPassword } from './password.ts';
