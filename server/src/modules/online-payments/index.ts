/**
 * Owns the accounts of businesses at Razorpay, by which visitors of their pages pay them, and what goes back
 * through them. Begin reading at account/settings.ts and refunds/ask.ts.
 */
export {
  encryptedOnlineEvents,
  encryptedOnlineKeys,
  encryptedPreviousEvents,
  encryptedPreviousKeys,
} from './account/keys.ts';
export {
  askAboutRefusedKeys,
  findAccount,
  findAccountOfSecret,
  noteWrongKeys,
  type OnlineAccountInUse,
  withAccountOfKey,
} from './account/find.ts';
export { onlinePaymentRoutes } from './routes.ts';
export { type AskedRefund, askRefund, type ForeignRefund, insertRefundNow } from './refunds/ask.ts';
export {
  countFailed,
  findCaptured,
  findRefund,
  findReported,
  findTrySince,
  type ListedRefund,
  listDueRefunds,
  listRefundRows,
  listRefundsOf,
  listUnpaidRows,
  lockRefund,
  type OnlineMoneyRow,
  readKeyOfPayment,
  readOnlineMoney,
  readRefundPercent,
  readUncaptured,
  type RefundRow,
  takeRefund,
  type Uncaptured,
  type UnpaidRow,
  updateRefund,
} from './refunds/queries.ts';
