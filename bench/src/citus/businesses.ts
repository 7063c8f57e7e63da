import { addBookings, addTenant, hashPassword, type Tenant } from '../data/fill.ts';
import { addClaims, addTimes } from '../data/times.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';

/** The measured accounts: some of the businesses, on all workers, and the super admin. */
export interface Filled {
  readonly measured: readonly Tenant[];
  readonly admin: Tenant;
}

/**
 * The number of businesses over which the requests are spread; the first ones have doctors, hours
 * and claims.
 */
const measuredBusinesses = 20;

/** Fills a migrated database with businesses and their bookings, before it is distributed. */
export async function fillBusinesses(
  cluster: Cluster,
  { businesses, each }: { businesses: number; each: number },
): Promise<Filled> {
  const hash = await hashPassword();
  return cluster.admin(async (client) => {
    const tenants: Tenant[] = [];
    // Fills in one transaction: thousands of commits would each wait for the disk.
    await client.query('begin');
    for (let number = 0; number < businesses; number += 1)
      tenants.push(await addTenant(client, `business-${number}`, hash));
    await client.query('commit');
    await addBookings(
      client,
      tenants.map(({ id }) => id),
      each,
    );
    const measured = tenants.slice(0, measuredBusinesses);
    for (const tenant of measured) {
      await addTimes(client, tenant);
      await addClaims(client, tenant);
    }
    const { rows } = await client.query<{ id: string }>(
      `insert into users (email, email_key, full_name, password_hash) values ('admin@platform.example', 'admin@platform.example', 'Nalini Rao', $1) returning id`,
      [hash],
    );
    await client.query('insert into platform_admins (user_id) values ($1)', [rows[0]?.id]);
    return { measured, admin: { id: '', email: 'admin@platform.example' } };
  });
}
