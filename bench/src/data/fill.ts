import { argon2, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type pg from 'pg';
import { doctors, firstNames, lastNames } from './names.ts';

/** A business and its owner's email. All owners have the same password. */
export interface Tenant {
  readonly id: string;
  readonly email: string;
}

export const password = 'measured, not guessed';

/** Inserts an onboarded clinic with an unlimited plan. */
export async function addTenant(client: pg.Client, name: string, passwordHash: string): Promise<Tenant> {
  const [id, userId] = [randomUUID(), randomUUID()];
  const email = `owner@${name}.example`;
  await client.query(`insert into plans values ('endless', 'Endless', 1000000000, 0) on conflict do nothing`);
  await client.query(`insert into tenants (id, name, status) values ($1, $2, 'active')`, [id, name]);
  await client.query(
    `insert into users (id, email, email_key, full_name, password_hash) values ($1, $2, $2, 'Asha Kulkarni', $3)`,
    [userId, email, passwordHash],
  );
  await client.query(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'BUSINESS_OWNER')`, [
    id,
    userId,
  ]);
  await client.query(
    `insert into business_profiles (tenant_id, email, business_type, onboarding_completed) values ($1, $2, 'doctor', true)`,
    [id, email],
  );
  await client.query(
    `insert into subscriptions (tenant_id, plan_id, status, billing_cycle_start, billing_cycle_end)
     select $1, 'endless', 'active', month, month + interval '1 month' from (select date_trunc('month', now())::date as month) as this`,
    [id],
  );
  return { id, email };
}

/** Hashes the password with argon2id in the PHC format, as the server stores it. */
export async function hashPassword(): Promise<string> {
  const [memory, passes, parallelism] = [19_456, 2, 1];
  const nonce = randomBytes(16);
  const tag = await promisify(argon2)('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    memory,
    passes,
    parallelism,
  });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${hash}`;
}

/**
 * Inserts bookings for each business over three years up to two weeks, or other days `ahead`, from
 * now: of 10,000, some 280 in a month and three for each person. As in a restore, triggers are off
 * and indexes are created afterwards.
 */
export async function addBookings(
  client: pg.Client,
  tenantIds: readonly string[],
  each: number,
  ahead = 14,
): Promise<void> {
  await withoutIndexes(client, async () => {
    await client.query('set session_replication_role = replica');
    for (const id of tenantIds) await insertBookings(client, id, { first: 1, last: each, step: 1, ahead });
    await addPrescriptions(client);
    await addPeople(client);
    await client.query('reset session_replication_role');
    await rebuildTallies(client);
  });
  await client.query('vacuum analyze');
}

/** Recounts the tallies, as the verbs would have kept them. */
export async function rebuildTallies(client: pg.Client): Promise<void> {
  await client.query('begin; set local role samay_platform; select recount_tallies(); commit');
}

async function insertBookings(
  client: pg.Client,
  tenantId: string,
  numbers: { first: number; last: number; step: number; ahead: number },
): Promise<void> {
  await client.query(
    `insert into appointments (tenant_id, reference, person_name, person_email, person_contact, doctor, appointment_date, appointment_time,
       status, amount_paise, revenue_paise, payment_method, paid_by, payment_id, kept_on, created_at, updated_at, prescription_id, patient_id)
     select $1::uuid, 'booking_' || (1700000000000 + n * 104729::bigint), first || ' ' || last, email, contact,
       ($4::text[])[1 + n % array_length($4::text[], 1)],
       current_date + $8::int - (n::bigint * 31 % 1095)::int, time '09:00' + (n % 32 * 15) * interval '1 minute',
       (array['completed', 'completed', 'completed', 'completed', 'scheduled', 'scheduled', 'no_show', 'cancelled'])[1 + n::bigint * 13 % 8],
       case when n % 5 = 0 then null else 20000 + (n::bigint * 37 % 24) * 10000 end,
       case when n % 5 = 0 then null else 20000 + (n::bigint * 37 % 24) * 10000 end,
       case when n % 5 = 0 then null else (array['UPI', 'Cash', 'Card'])[1 + n % 3] end,
       case when n % 5 = 0 then null else
         jsonb_build_object((array['UPI', 'Cash', 'Card'])[1 + n % 3], 20000 + (n::bigint * 37 % 24) * 10000) end,
       case when n % 5 = 0 then null else 'pay_' || lpad(n::text, 14, '0') end,
       case when n % 5 <> 0 and 1 + n::bigint * 13 % 8 > 6 then current_date + $8::int - (n::bigint * 31 % 1095)::int end, now() - n % 1000000 * interval '1 minute', now(),
       case when n % 20 = 0 then md5($1::text || n)::uuid end, md5($1::text || person_key(email, contact) || fold_name(first || ' ' || last))::uuid
     from (select n, first, last, lower(first || '.' || last) || '@patients.example' as email,
             '+91 98765 ' || lpad((person * 7919 % 100000)::text, 5, '0') as contact
           from (select n, n % 3500 as person, ($2::text[])[1 + n % 3500 * 17 % array_length($2::text[], 1)] as first,
                   ($3::text[])[1 + n % 3500 * 29 % array_length($3::text[], 1)] as last
                 from generate_series($5::int, $6::int, $7::int) as n) as numbered) as named`,
    [tenantId, firstNames, lastNames, doctors, numbers.first, numbers.last, numbers.step, numbers.ahead],
  );
}

/**
 * Inserts the file rows of prescriptions, which every twentieth booking has. They have no content.
 */
async function addPrescriptions(client: pg.Client): Promise<void> {
  await client.query(
    `insert into files (tenant_id, id, appointment_id, display_name, media_type, bytes, sha256, uploaded_by)
     select tenant_id, prescription_id, id, 'prescription.pdf', 'application/pdf', 1000, '', gen_random_uuid()
     from appointments where prescription_id is not null on conflict do nothing`,
  );
}

/** Inserts the patients of the bookings, as the verbs would have added them. */
async function addPeople(client: pg.Client): Promise<void> {
  await client.query(
    `insert into patients (tenant_id, id, person_key, name, email, contact, latest_date)
     select tenant_id, patient_id, person_key(min(person_email), min(person_contact)), min(person_name), min(person_email), min(person_contact),
       max(appointment_date)
     from appointments where patient_id is not null group by tenant_id, patient_id on conflict do nothing`,
  );
}

/**
 * Drops the indexes, fills, and creates them again: a million inserts into a trigram index take
 * many minutes, creating it takes one.
 */
async function withoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid in ('appointments'::regclass, 'patients'::regclass) and not indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of rows) await client.query(definition);
}
