/**
 * Owns money as rows: payments, discounts, advances, drawers, what was received, and the rules of
 * who may waive and give back. Begin reading at rows/payment-rows.ts.
 */
export { type ReceivedSums, sumReceivedUntil } from './received/received-queries.ts';
export { readDrawerRules } from './drawers/queries.ts';
export { assertCashThere, drawerLeft, openDrawerId } from './drawers/from-drawer.ts';
export {
  type DrawerState,
  isClosed,
  lockAllDrawers,
  lockDrawers,
  type LockedDrawer,
  type OpenPeriod,
  ownPeriod,
  readDrawerStates,
} from './rows/drawer-queries.ts';
export { correctedRows, correctionRows } from './rows/correction-rows.ts';
export {
  computeMoneyColumns,
  isVoided,
  makeRefund,
  makeVoid,
  markLate,
  methodSeparator,
  type MoneyColumns,
  type Noted,
  paymentOn,
  remainingPaise,
  sumAllowed,
  transferRows,
  unnamedPaise,
  type WrittenMoney,
} from './rows/payment-rows.ts';
export {
  bookName,
  type ChargeList,
  type ChargeRow,
  type DiscountRow,
  insertCharge,
  insertDiscount,
  insertPayment,
  type NewCharge,
  type NewDiscount,
  type NewPayment,
  type PaidBy,
  paymentColumns,
  type PaymentRow,
  readCharges,
  readPayments,
} from './rows/queries.ts';
export { type MoneyRulesRow, readChargeList, readMoneyRules } from './rules/queries.ts';
export { mayCorrectClosed, mayRemoveCharge, mayVoid, mostDiscount } from './rules/rights.ts';
export { makeCharge, makeRemoval, standingCharges } from './rows/charge-rows.ts';
export { ledgerRoutes } from './routes.ts';
export { addClose } from './closes/add-close.ts';
