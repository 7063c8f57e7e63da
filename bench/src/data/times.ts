import type pg from 'pg';
import type { Tenant } from './fill.ts';
import { doctors } from './names.ts';

/** Days over which `addClaims` spreads its claims. */
export const daysOfClaims = 31;

/**
 * Gives a clinic five doctors, its first service of 30 minutes, and hours from 9 AM to 6 PM on
 * every day, and gives its bookings the service.
 */
export async function addTimes(client: pg.Client, { id }: Tenant): Promise<void> {
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  await client.query(
    `insert into resources (tenant_id, kind, name, position)
     select $1, 'practitioner', name, place from unnest($2::text[]) with ordinality as listed (name, place)`,
    [id, doctors],
  );
  await client.query(
    `insert into weekly_hours (tenant_id, weekday, opens, closes) select $1, weekday, '09:00', '18:00' from generate_series(1, 7) as weekday`,
    [id],
  );
  await client.query(
    `insert into services (tenant_id, name, duration_min) values ($1, 'General Consultation', 30)`,
    [id],
  );
  await client.query(
    'update appointments set service_id = services.id from services where appointments.tenant_id = $1 and services.tenant_id = $1',
    [id],
  );
  await client.query('commit');
}

/** Claims of one business within these days. */
export const claimRows = 2000;

/**
 * Claims half hours of a clinic's doctors for its bookings, over 31 days from today in India. As in
 * a restore, triggers are off, so the bookings' own days do not change.
 */
export async function addClaims(client: pg.Client, { id }: Tenant): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at)
     select $1, resource_id, appointment_id, starts_at, starts_at + interval '30 minutes'
     from (
       select resources.id as resource_id, row_number() over (order by md5(resources.id::text || day || place)) as number,
         ((now() at time zone 'Asia/Kolkata')::date + day + time '09:00' + place * interval '30 minutes') at time zone 'Asia/Kolkata' as starts_at
       from resources, generate_series(0, $3::int - 1) as day, generate_series(0, 17) as place where tenant_id = $1
     ) as times
     join (select id as appointment_id, row_number() over (order by id) as number from appointments where tenant_id = $1) as booked using (number)
     where number <= $2`,
    [id, claimRows, daysOfClaims],
  );
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze claims, resources, weekly_hours, services');
}
