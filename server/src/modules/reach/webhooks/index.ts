export { sendHookNow } from './send.ts';
