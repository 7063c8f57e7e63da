import type { AuditAction } from '@samay/contract/audit/audit-actions';
import type { ListedAppointment } from '@samay/contract/bookings/appointments';
import type { Schedule } from '@samay/contract/desk/schedule';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type {
  getTenantAvailability as availabilityEndpoint,
  listTenantSlots as slotsEndpoint,
} from '@samay/contract/platform/tenant-availability';
import type {
  getTenantSchedule as scheduleEndpoint,
  listTenantAppointments as appointmentsEndpoint,
  TenantAppointment,
} from '@samay/contract/platform/tenants';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext, TenantContext } from '../../../context/request-context.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { maskName, noteSupportAccess } from '../../audit/index.ts';
import { getHours, listResources, listServices, listSlots } from '../../availability/index.ts';
import { getSchedule, listAppointments } from '../../desk/index.ts';
import { findTenant } from '../../tenancy/index.ts';

interface Input<Query> {
  readonly params: { id: string };
  readonly query: Query;
}

/** Lists the bookings of one business with masked names. */
export async function listTenantAppointments(
  context: SessionContext,
  { params: { id }, query }: Input<QueryOf<typeof appointmentsEndpoint>>,
): Promise<ReplyOf<typeof appointmentsEndpoint>> {
  const detail = { status: query.status, searched: Boolean(query.search) };
  const within = await asSupport(context, id, 'platform.appointments_viewed', detail);
  const page = await listAppointments(within, { query });
  return { items: page.items.map(presentReadOnly), next: page.next, previous: page.previous };
}

function presentReadOnly(booking: ListedAppointment): TenantAppointment {
  const { id, reference, personName, doctor = null, date, time, status, amount = null } = booking;
  return { id, reference, personName: maskName(personName), doctor, date, time, status, amount };
}

/** Shows the calendar of one business with masked names. */
export async function getTenantSchedule(
  context: SessionContext,
  { params: { id }, query }: Input<QueryOf<typeof scheduleEndpoint>>,
): Promise<Schedule> {
  const within = await asSupport(context, id, 'platform.schedule_viewed');
  const schedule = await getSchedule(within, { query });
  const bookings = schedule.bookings.map((each) => ({ ...each, personName: maskName(each.personName) }));
  return { ...schedule, bookings };
}

export async function getTenantAvailability(
  context: SessionContext,
  { params: { id }, query }: Input<QueryOf<typeof availabilityEndpoint>>,
): Promise<ReplyOf<typeof availabilityEndpoint>> {
  const within = await asSupport(context, id, 'platform.availability_viewed');
  const [resources, services, hours] = await Promise.all([
    listResources(within),
    listServices(within),
    getHours(within, { query }),
  ]);
  return { resources: resources.items, services: services.items, hours };
}

export async function listTenantSlots(
  context: SessionContext,
  { params: { id }, query }: Input<QueryOf<typeof slotsEndpoint>>,
): Promise<ReplyOf<typeof slotsEndpoint>> {
  return listSlots(await asSupport(context, id, 'platform.slots_viewed'), { query });
}

/**
 * Creates the context in which a super admin reads one business as its own people do, after the
 * access and its reason are in its log. @throws `not_found`, `platform.reason_needed`.
 */
async function asSupport(
  context: SessionContext,
  id: string,
  action: AuditAction,
  detail?: object,
): Promise<TenantContext> {
  const { database } = context.dependencies;
  const tenant = await asPlatform(context.dependencies, async (tx) => {
    const open = orNotFound(await findTenant(tx, id));
    await noteSupportAccess(tx, context, { tenantId: open.id, action, ...(detail && { detail }) });
    return open;
  });
  const businessType = tenant.business_type ?? 'doctor';
  return { ...context, database, tenantId: tenantIdOf(tenant.id), businessType };
}
