import type { LocalDate } from '@samay/contract/core/time';
import type { Cluster } from '../servers/postgres-cluster.ts';
import * as fill from '../data/fill.ts';
import * as times from '../data/times.ts';

/** The number of businesses over which `spread` books. */
export const spreadOver = 50;

/** The businesses of a measurement. */
export interface Tenants {
  /** The business with 10,000 rows and doctors, which is only read. */
  readonly measured: fill.Tenant;
  /** The businesses of creates: those of one business use the first. */
  readonly booked: readonly fill.Tenant[];
  /** The business with doctors, like `measured`, and without bookings; `claimed` books there. */
  readonly timed: fill.Tenant;
}

/** Fills a database of this commit or of an earlier one, whose tables may differ. */
export type Filling = Pick<typeof fill, 'addTenant' | 'addBookings' | 'hashPassword'> &
  Pick<typeof times, 'addTimes' | 'addClaims'>;

const tenantRows = 10_000;

/** Adds the businesses of a measurement, and their rows. */
export async function addMeasured(
  cluster: Cluster,
  { addBookings, addTimes, addClaims, ...filling }: Filling = { ...fill, ...times },
): Promise<Tenants> {
  const [measured, timed] = await addTenants(cluster, 'measured', 2, filling);
  const booked = await addTenants(cluster, 'booked', spreadOver, filling);
  if (!measured || !timed) throw new Error('there is no business to measure');
  await cluster.admin(async (client) => {
    await addBookings(client, [measured.id], tenantRows);
    for (const tenant of [measured, timed]) await addTimes(client, tenant);
    await addClaims(client, measured);
  });
  return { measured, booked, timed };
}

/** Adds onboarded businesses without bookings. */
export async function addTenants(
  cluster: Cluster,
  name: string,
  count: number,
  { addTenant, hashPassword }: Pick<Filling, 'addTenant' | 'hashPassword'> = fill,
): Promise<fill.Tenant[]> {
  const hash = await hashPassword();
  return cluster.admin(async (client) => {
    const tenants: fill.Tenant[] = [];
    for (let index = 0; index < count; index += 1)
      tenants.push(await addTenant(client, `${name}-${index}`, hash));
    return tenants;
  });
}

/** A booking that is to be changed. */
export interface Booking {
  readonly id: string;
  readonly date: LocalDate;
}

/** Adds a business without doctors, and at least `count` bookings of it that are scheduled. */
export async function addScheduled(
  cluster: Cluster,
  count: number,
  { addBookings, ...filling }: Filling,
): Promise<{ tenant: fill.Tenant; bookings: readonly Booking[] }> {
  const [tenant] = await addTenants(cluster, 'changed', 1, filling);
  if (!tenant) throw new Error('there is no business whose bookings change');
  return cluster.admin(async (client) => {
    // Two of eight are scheduled.
    await addBookings(client, [tenant.id], count * 4);
    const { rows } = await client.query<Booking>(
      `select id, appointment_date::text as date from appointments where tenant_id = $1 and status = 'scheduled' order by id`,
      [tenant.id],
    );
    return { tenant, bookings: rows };
  });
}
