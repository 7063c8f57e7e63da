export { forgetOldLinks } from './forget-old-links.ts';
export { sendLink } from './send-link.ts';
export { mailSetPasswordLink } from './mail-set-password-link.ts';
