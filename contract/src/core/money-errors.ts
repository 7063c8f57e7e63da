import { byType } from './wording.ts';

/** The codes, statuses and sentences of errors about the money of bookings, drawers and papers. */
export const moneyErrorKinds = {
  'money.locked': {
    status: 409,
    sentence:
      'The money of this day is locked. What is taken or given back from now on counts on its own day.',
  },
  'money.lock_changed': { status: 409, sentence: 'The lock has changed in the meantime. Please look again.' },
  'payment.changed': {
    status: 409,
    sentence: 'Somebody else has changed this payment meanwhile. Please look at the amount again.',
  },
  'payment.needs_refund': {
    status: 409,
    sentence:
      'This money was taken by somebody else, came from an advance or was partly given back. ' +
      'Please use Refund in the details instead.',
  },
  'payment.closed': {
    status: 409,
    sentence:
      'The drawer of this payment was closed. An owner can correct it: Correct at the payment in the details.',
  },
  'payment.not_correctable': {
    status: 409,
    sentence:
      'Only a payment or a refund whose drawer was closed, and of which nothing was given back, is corrected.',
  },
  'payment.needs_method': {
    status: 409,
    sentence: 'It was not noted how this money was paid. Please choose a payment method.',
  },
  'payment.exceeded': { status: 409, sentence: 'This is more than is left of the payment.' },
  'payment.not_voidable': {
    status: 409,
    sentence:
      'This payment cannot be voided any more. Where its drawer was closed, an owner can correct it; ' +
      'else please give the money back.',
  },
  'payment.above_most': { status: 409, sentence: 'This would be more than ₹1,00,00,000 on one record.' },
  'payment.above_due': {
    status: 409,
    sentence: 'This is more than is due. Please say whether the rest is a charge or an advance.',
  },
  'charge.too_many': {
    status: 409,
    sentence: 'There have been too many charges here to add or remove another one.',
  },
  'charge.not_owed': { status: 409, sentence: 'This was cancelled or missed, so it takes no charges.' },
  'charge.above_most': { status: 409, sentence: 'The charges of one record are at most ₹1,00,00,000.' },
  'charge.changed': {
    status: 409,
    sentence: 'The charges have changed in the meantime. Please look at them again.',
  },
  'charge.billed': {
    status: 409,
    sentence: 'This charge is on an invoice. Please make a credit note for it.',
  },
  'discount.too_many': { status: 409, sentence: 'This discount was changed too often to change it again.' },
  'paper.too_many': {
    status: 409,
    sentence: byType((word) => `Too many receipts and invoices were made for this ${word.booking}.`),
  },
  'advance.too_many': {
    status: 409,
    sentence: byType(
      (word) => `This advance has too many payments. Please take the money for a ${word.booking}.`,
    ),
  },
  'advance.not_handed': {
    status: 409,
    sentence: 'An advance is spent with Take payment, and kept with Refund. Please choose another method.',
  },
  'advance.exceeded': { status: 409, sentence: 'This is more than the advance.' },
  'drawer.changed': {
    status: 409,
    sentence: 'Money was taken meanwhile. Please look at the drawer again before you close it.',
  },
  'drawer.below_zero': {
    status: 409,
    sentence: 'There is less cash than that in the drawer. Does it leave the drawer all the same?',
  },
  'drawer.not_reopenable': {
    status: 409,
    sentence: 'Only the last close of a drawer can be reopened, until money is taken again.',
  },
  'paper.changed': {
    status: 409,
    sentence: 'There is nothing left to make this for, or its amount has changed. Please look again.',
  },
  'paper.settings_missing': {
    status: 409,
    sentence:
      'Please say first how this service is taxed, and where the business is: Settings, Receipts and invoices.',
  },
  'paper.address_needed': {
    status: 422,
    sentence: 'From ₹50,000, or with a GSTIN, the address of the recipient is needed.',
  },
  'paper.credit_note_late': {
    status: 409,
    sentence: 'The last day for a credit note to this bill or invoice has passed.',
  },
  'discount.exceeded': {
    status: 403,
    sentence: 'This is more than you may waive. Please ask an owner.',
  },
  'discount.changed': {
    status: 409,
    sentence: 'Somebody else has changed this discount meanwhile. Please look at the amount again.',
  },
};
