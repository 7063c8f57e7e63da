/**
 * Owns the accounts of businesses at Razorpay, by which visitors of their pages pay them. Begin reading at
 * account/settings.ts.
 */
export { encryptedOnlineKeys, encryptedOnlineEvents } from './account/keys.ts';
export { findAccount, findAccountOfSecret, type OnlineAccountInUse } from './account/find.ts';
export { noteRefused } from './account/queries.ts';
export { onlinePaymentRoutes } from './routes.ts';
