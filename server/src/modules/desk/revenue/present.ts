import { formatPaymentMethods } from '@samay/contract/core/money';
import type { Transaction } from '@samay/contract/desk/revenue';
import type { Wording } from '@samay/contract/core/wording';
import { methodSeparator } from '../../ledger/index.ts';
import type { RevenueRow } from './queries.ts';

/**
 * Maps a booking that counts as revenue, or a cancellation fee, to the contract's transaction. One that kept no service has
 * the business type's first.
 */
export function presentTransaction(row: RevenueRow, words: Wording): Transaction {
  return {
    id: row.id,
    personName: row.person_name,
    personContact: row.person_contact,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    reference: row.reference,
    serviceName: row.service_name ?? words.service,
    amount: row.amount_paise ?? 0,
    ...(row.is_fee && { isFee: true as const }),
    paymentMethod: formatPaymentMethods((row.payment_method ?? '').split(methodSeparator)),
  };
}
