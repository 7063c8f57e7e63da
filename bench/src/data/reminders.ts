import type { LocalDate } from '@samay/contract/core/time';
import type pg from 'pg';
import { rebuildTallies, type Tenant } from './fill.ts';

/** How far reminders are. */
export interface Reminded {
  /** The number that a provider has taken. */
  readonly reached: number;
  /** The number that are due and have not left; those of the desk's own bookings are due later. */
  readonly waiting: number;
}

/**
 * Turns WhatsApp on for each business, and gives it `each` bookings of different people on a day, each with a reminder
 * that is due now and may leave for an hour.
 */
export async function addReminders(
  client: pg.Client,
  tenants: readonly Tenant[],
  { each, day }: { readonly each: number; readonly day: LocalDate },
): Promise<void> {
  const ids = tenants.map(({ id }) => id);
  await client.query(`update subscriptions set plan_id = 'enterprise' where tenant_id = any($1::uuid[])`, [
    ids,
  ]);
  await client.query(
    `insert into notice_channels (tenant_id, channel, is_on, tells_changes, updated_at)
     select id, 'whatsapp', true, false, now() from unnest($1::uuid[]) as id`,
    [ids],
  );
  await client.query('begin; set local session_replication_role = replica');
  await client.query(
    `insert into appointments (tenant_id, id, reference, person_name, person_contact, patient_id, doctor, appointment_date,
       appointment_time, duration_min, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'booking_' || (1700000000000 + n), 'Asha Patil', contact,
       gen_random_uuid(), 'Dr. Mehta', $3::date, time '09:00' + n % 32 * interval '15 minutes', 15, now() - interval '3 days', now()
     from unnest($1::uuid[]) with ordinality as business (tenant_id, at)
     cross join generate_series(1, $2::int) as n
     cross join lateral (select '+91 9' || lpad((at * 100000 + n)::text, 9, '0') as contact) as reached`,
    [ids, each, day],
  );
  await client.query(
    `insert into patients (tenant_id, id, person_key, name, email, contact, latest_date)
     select tenant_id, patient_id, person_key(null, person_contact), person_name, '', person_contact, appointment_date
     from appointments where tenant_id = any($1::uuid[]) and appointment_date = $2 and doctor = 'Dr. Mehta' on conflict do nothing`,
    [ids, day],
  );
  await client.query('commit');
  await rebuildTallies(client);
  await client.query(
    `insert into outbox (tenant_id, kind, subject, payload, next_at, expires_at, created_at)
     select tenant_id, 'reminder.notice', id::text,
       jsonb_build_object('tenantId', tenant_id, 'appointmentId', id, 'lead', 1440,
         'startsAt', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       now(), now() + interval '1 hour', now()
     from appointments where tenant_id = any($1::uuid[]) and appointment_date = $2 and doctor = 'Dr. Mehta'`,
    [ids, day],
  );
}

/** Counts the reminders of all businesses. */
export async function countReminders(client: pg.Client): Promise<Reminded> {
  const { rows } = await client.query<Reminded>(
    `select (select count(*)::int from notices where state in ('sent', 'delivered', 'read')) as reached,
       (select count(*)::int from outbox
        where kind = 'reminder.notice' and next_at <= now() and delivered_at is null and given_up_at is null) as waiting`,
  );
  return rows[0] ?? { reached: 0, waiting: 0 };
}
