import {
  mostRefunds,
  type OnlineRefund,
  refundDays,
  type UnpaidOnline,
} from '@samay/contract/bookings/online-refunds';
import { isoOf } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { readInTenant } from '../../../db/tenant.ts';
import {
  type ListedRefund,
  listRefundRows,
  listUnpaidRows,
  type UnpaidRow,
} from '../../online-payments/index.ts';
import { shownBookings } from '../../visibility/index.ts';

/** Lists what goes back of payments of the public page, what has failed first, and the bookings that are unpaid. */
export async function listOnlineRefunds(
  context: TenantContext,
): Promise<{ items: OnlineRefund[]; unpaid: UnpaidOnline[] }> {
  const since = new Date(context.now.getTime() - refundDays * 86_400_000);
  const most = { since, limit: mostRefunds };
  const { rows, unpaid } = await readInOneMessage(context, {
    rows: listRefundRows(most),
    unpaid: listUnpaidRows(most),
  });
  const ids = [...new Set([...rows, ...unpaid].flatMap(({ appointment_id: id }) => id ?? []))];
  const shown =
    ids.length === 0
      ? new Set<string>()
      : await readInTenant(context, (tx) => shownBookings(tx, context, ids));
  return {
    items: rows.map((row) => presentRefund(row, shown)),
    unpaid: unpaid.filter(({ appointment_id: id }) => shown.has(id)).map(presentUnpaid),
  };
}

function presentUnpaid(row: UnpaidRow): UnpaidOnline {
  const { appointment_id: id, person_name: personName, appointment_date: date, appointment_time: time } = row;
  const booking = { id, personName, date, time: time.slice(0, 5) };
  return { paymentId: row.payment_id, wasCancelled: row.reason === 'cancelled', paise: row.paise, booking };
}

/** @param shown the ids of the bookings that the plan shows */
export function presentRefund(row: ListedRefund, shown: ReadonlySet<string>): OnlineRefund {
  const { appointment_id: id, person_name: personName, appointment_date: date, appointment_time: time } = row;
  const isShown = id !== null && shown.has(id) && personName !== null && date !== null && time !== null;
  return {
    id: row.id,
    state: row.state,
    paise: row.paise,
    error: row.error,
    isTwice: row.twice_id !== null,
    askedAt: isoOf(row.asked_at),
    paymentId: row.payment_id,
    booking: isShown ? { id, personName, date, time: time.slice(0, 5) } : null,
  };
}
