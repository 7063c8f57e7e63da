import type { QueryOf } from '@samay/contract/core/endpoint';
import type { getTenantSchedule as endpoint } from '@samay/contract/platform/tenants';
import type { Schedule } from '@samay/contract/bookings/schedule';
import type { SessionContext } from '../../../context/request-context.ts';
import { maskName } from '../../audit/index.ts';
import { getSchedule } from '../../bookings/index.ts';
import { readAsSupport } from './read-as-support.ts';

interface Input {
  readonly params: { id: string };
  readonly query: QueryOf<typeof endpoint>;
}

/** The calendar of one business, to read only, without who comes, and noted in its log. */
export async function getTenantSchedule(context: SessionContext, { params, query }: Input): Promise<Schedule> {
  const within = await readAsSupport(context, { tenantId: params.id, action: 'platform.schedule_viewed' });
  const schedule = await getSchedule(within, { query });
  return { ...schedule, bookings: schedule.bookings.map((booking) => ({ ...booking, personName: maskName(booking.personName) })) };
}
