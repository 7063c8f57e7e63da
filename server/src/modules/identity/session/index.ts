export { emailKey } from './email-key.ts';
export { endAllSessions, endSession } from './end-session.ts';
export { forgetOldSessions } from './forget-old.ts';
export { hashPassword, verifyPassword } from './password.ts';
export { takeCookies } from './give-cookies.ts';
export { openSession } from './open-session.ts';
export { assertSameOrigin } from './policy.ts';
