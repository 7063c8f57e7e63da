export { forgetOldLinks } from './forget-old-links.ts';
export { mailLinkNow } from './mail-link-now.ts';
export { mailSetPasswordLink } from './mail-set-password-link.ts';
