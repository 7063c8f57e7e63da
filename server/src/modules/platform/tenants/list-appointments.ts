import type { listTenantAppointments as endpoint, TenantAppointment } from '@samay/contract/platform/tenants';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { SessionContext } from '../../../context/request-context.ts';
import { listAppointments } from '../../bookings/index.ts';
import { maskName } from '../../audit/index.ts';
import { readAsSupport } from './read-as-support.ts';

type Endpoint = typeof endpoint;

interface Input {
  readonly params: { id: string };
  readonly query: QueryOf<Endpoint>;
}

/**
 * The bookings of one business in its own list order, to read only, without who they are for. That somebody from the platform looked, and
 * why, stands in the business's own log before anything is shown.
 */
export async function listTenantAppointments(context: SessionContext, { params, query }: Input): Promise<ReplyOf<Endpoint>> {
  const detail = { status: query.status, searched: Boolean(query.search) };
  const within = await readAsSupport(context, { tenantId: params.id, action: 'platform.appointments_viewed', detail });
  const page = await listAppointments(within, { query });
  return { items: page.items.map(presentReadOnly), next: page.next, previous: page.previous };
}

function presentReadOnly(booking: Appointment): TenantAppointment {
  const { id, reference, personName, doctor, date, time, status, amount } = booking;
  return { id, reference, personName: maskName(personName), doctor, date, time, status, amount };
}
