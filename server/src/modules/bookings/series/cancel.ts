import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { cancelSeries as contract } from '@samay/contract/bookings/series';
import type { TenantContext } from '../../../context/request-context.ts';
import { cancelling, decideChange } from '../rows/change.ts';
import { changeSeries } from './change-series.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Cancels the bookings of a series that are to come. Each still counts against its plan's month.
 * @throws `appointment.not_cancellable`, `booking.changed`
 */
export async function cancelSeries(
  context: TenantContext,
  { params, body }: Input,
): Promise<ReplyOf<typeof contract>> {
  const cancellation = cancelling(body.reason);
  return changeSeries(context, params.id, body, {
    otherwise: cancellation.otherwise,
    decide: async ({ toCome }) => ({
      bookings: toCome.flatMap((booking) => decideChange(booking, context, cancellation) ?? []),
    }),
  });
}
