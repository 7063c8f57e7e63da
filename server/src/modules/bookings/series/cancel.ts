import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { cancelSeries as contract } from '@samay/contract/bookings/series';
import type { TenantContext } from '../../../context/request-context.ts';
import { runTogether } from '../../../db/transaction.ts';
import { assertCashThere } from '../../ledger/index.ts';
import { assertMayReturn, decideCancel } from '../money/cancel.ts';
import { cancelling, decideChange, lockedMoney, lockingAllMoney } from '../rows/change.ts';
import { changeSeries } from './change-series.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Cancels the bookings of a series that are to come, and does with the money of each as
 * `cancelAppointment` does. Each still counts against its plan's month.
 * @throws `appointment.not_cancellable`, and what `cancelAppointment` throws
 */
export async function cancelSeries(
  context: TenantContext,
  { params, body }: Input,
): Promise<ReplyOf<typeof contract>> {
  assertMayReturn(context, body);
  const cancellation = cancelling(body.reason);
  return changeSeries(context, params.id, body, {
    otherwise: cancellation.otherwise,
    decide: async ({ tx, toCome }) => {
      if (body.money === 'leave')
        return { bookings: toCome.flatMap((booking) => decideChange(booking, context, cancellation) ?? []) };
      const ids = toCome.map(({ id }) => id);
      const locking = lockingAllMoney(context, ids);
      const { rows, ...money } = await lockedMoney(tx, context, await runTogether(tx, context, locking));
      const bookings = toCome.flatMap((booking) => {
        const own = rows.filter(({ appointment_id: id }) => id === booking.id);
        return decideCancel(booking, context, { body }, { ...money, rows: own }) ?? [];
      });
      const payments = bookings.flatMap((changed) => changed.money?.payments ?? []);
      await assertCashThere(tx, context, payments, body);
      return { bookings };
    },
  });
}
