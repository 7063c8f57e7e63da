/**
 * Owns money as rows: payments, discounts, advances, drawers, what was received, and the rules of
 * who may waive and give back. Begin reading at rows/payment-rows.ts.
 */
export { type ReceivedSums, sumReceivedUntil } from './received/received-queries.ts';
export {
  isClosed,
  lockDrawers,
  type LockedDrawer,
  type OpenPeriod,
  ownPeriod,
  readPeriods,
} from './rows/drawer-queries.ts';
export {
  computeMoneyColumns,
  correctedRows,
  isVoided,
  makeRefund,
  makeVoid,
  methodSeparator,
  type MoneyColumns,
  type Noted,
  paymentOn,
  remainingPaise,
  transferRows,
  unnamedPaise,
  type WrittenMoney,
} from './rows/payment-rows.ts';
export {
  type DiscountRow,
  insertDiscount,
  insertPayment,
  type NewPayment,
  type PaidBy,
  paymentColumns,
  type PaymentRow,
  readPayments,
} from './rows/queries.ts';
export { type MoneyRulesRow, readMoneyRules } from './rules/queries.ts';
export { mayVoid, mostDiscount } from './rules/rights.ts';
export { ledgerRoutes } from './routes.ts';
export { addClose } from './drawers/add-close.ts';
