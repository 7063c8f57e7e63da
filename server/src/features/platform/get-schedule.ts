import type { QueryOf } from '@samay/contract/endpoint';
import type { getTenantSchedule as endpoint } from '@samay/contract/platform';
import type { Schedule } from '@samay/contract/schedule';
import type { SessionContext } from '../../http/context.ts';
import { maskName } from '../looks/index.ts';
import { getSchedule } from '../schedule/index.ts';
import { lookInto } from './look-into.ts';

interface Input {
  readonly params: { id: string };
  readonly query: QueryOf<typeof endpoint>;
}

/** The calendar of one business, to read only, without who comes, and noted in its log. */
export async function getTenantSchedule(context: SessionContext, { params, query }: Input): Promise<Schedule> {
  const within = await lookInto(context, { tenantId: params.id, action: 'platform.schedule_viewed' });
  const schedule = await getSchedule(within, { query });
  return { ...schedule, bookings: schedule.bookings.map((booking) => ({ ...booking, personName: maskName(booking.personName) })) };
}
