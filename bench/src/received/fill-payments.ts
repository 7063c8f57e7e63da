import type pg from 'pg';
import { addBookings, addTenant, hashPassword, type Tenant } from '../data/fill.ts';

/** The bookings of each business over which its money is spread. */
const bookingsEach = 100;
const rounds = 10;

/**
 * Fills a migrated database with businesses that have the same number of payments each, taken by
 * three users by three methods over the three years until now. Returns the first business.
 */
export async function fillPayments(client: pg.Client, businesses: number, each: number): Promise<Tenant> {
  const hash = await hashPassword();
  const tenants: Tenant[] = [];
  for (let number = 0; number < businesses; number += 1)
    tenants.push(await addTenant(client, `business-${number}`, hash));
  const ids = tenants.map(({ id }) => id);
  await addBookings(client, ids, bookingsEach, 0);
  const users = await addUsers(client);
  await client.query('set session_replication_role = replica');
  // Rounds over the businesses, so that no business is written in one piece.
  for (let round = 0; round < rounds; round += 1)
    for (const id of ids) await insertPayments(client, id, users, { first: 1 + round, last: each });
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze');
  const [first] = tenants;
  if (!first) throw new Error('there is no business to measure');
  return first;
}

/** Adds the users who take the money. */
async function addUsers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (email, email_key, full_name)
     select name || '@people.example', name || '@people.example', name from unnest(array['asha', 'ravi', 'meera']) as name
     returning id`,
  );
  return rows.map(({ id }) => id);
}

async function insertPayments(
  client: pg.Client,
  tenantId: string,
  users: readonly string[],
  { first, last }: { first: number; last: number },
): Promise<void> {
  await client.query(
    `insert into payments (tenant_id, id, kind, appointment_id, paise, method, taken_at, taken_by, noted_by)
     select $1, gen_random_uuid(), 'payment', booked.ids[1 + n % array_length(booked.ids, 1)],
       20000 + (n::bigint * 37 % 24) * 10000, (array['UPI', 'Cash', 'Card'])[1 + n % 3],
       now() - (n::bigint * 31 % 1095) * interval '1 day', taker.id, taker.id
     from generate_series($3::int, $4::int, $5::int) as n
     cross join (select array_agg(id) as ids from appointments where tenant_id = $1) as booked
     cross join lateral (select ($2::uuid[])[1 + n / 3 % 3] as id) as taker`,
    [tenantId, users, first, last, rounds],
  );
}
