export { claimPaidOrder, claimPaidOrdersOf } from './claim.ts';
export { keepPayments } from './keep-payments.ts';
