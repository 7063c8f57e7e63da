import { sql } from 'kysely';
import { raiseStamp, raiseStampForUser } from '../../../db/transaction.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

type Table = keyof Schema;

/** Every table with rows of a business, in an order that foreign keys allow, except `keptTables`. */
export const tenantTables: readonly Table[] = [
  'files',
  'visit_notes',
  'whatsapp_messages',
  'whatsapp_words',
  'closing_bookings',
  'papers',
  'paper_series',
  'paper_settings',
  'service_taxes',
  'payments',
  'discounts',
  'book_names',
  'drawer_entries',
  'drawer_closes',
  'drawers',
  'calendar_events',
  'tenant_integrations',
  'webhooks',
  'booking_mails',
  'support_access_reasons',
  'claims',
  'price_rules',
  'service_resources',
  'weekly_hours',
  'hour_exceptions',
  'appointments',
  'closings',
  'resources',
  'services',
  'patients',
  'day_tallies',
  'payment_tallies',
  'idempotency_keys',
  'outbox',
  'mailed_links',
  'invitations',
  'payment_orders',
  'subscriptions',
  'business_profiles',
  'memberships',
  'change_stamps',
];

/** The log holds ids and values without names; it is append-only (I-24). */
export const keptTables: readonly Table[] = ['audit_log', 'audit_chain', 'audit_waiting', 'integrity_checks'];

export const personTables: readonly Table[] = [
  'sessions',
  'second_factors',
  'recovery_codes',
  'identities',
  'memberships',
];

export interface Due {
  readonly id: string;
  readonly deletedAt: Date;
}

const subjects = { tenant: sql.table('tenants'), user: sql.table('users') };

/**
 * Lists the businesses and people that were deleted before an instant, and those that a restored
 * backup has brought back.
 */
export async function listDue(tx: Tx, kind: ErasureRow['kind'], before: Date) {
  const { rows } = await sql<Due>`
    select id, coalesce(subject.deleted_at, erasures.deleted_at) as "deletedAt"
    from ${subjects[kind]} as subject left join erasures on erasures.kind = ${kind} and erasures.subject_id = subject.id
    where subject.deleted_at <= ${before} or erasures.subject_id is not null`.execute(tx);
  return rows;
}

/** Locks a business that is still to be erased: a restore that came first has precedence. */
export async function lockDueTenant(tx: Tx, { id, before }: { id: string; before: Date }) {
  const { rows } = await sql`select from tenants where id = ${id} and (deleted_at <= ${before}
    or exists (select from erasures where kind = 'tenant' and subject_id = tenants.id)) for update`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Locks a person who is still to be erased. */
export async function lockDuePerson(tx: Tx, { id, before }: { id: string; before: Date }) {
  const { rows } = await sql<{
    emailKey: string;
  }>`select email_key as "emailKey" from users where id = ${id} and (deleted_at <= ${before}
    or exists (select from erasures where kind = 'user' and subject_id = users.id)) for update`.execute(tx);
  return rows[0];
}

/**
 * Lists and locks the people who are erased with a business: its own, and those invited who never
 * signed in and belong to no other. Super admins stay. The invitations are read separately: they
 * may be on another node than the people.
 */
export async function listBusinessPeople(tx: Tx, tenantId: string) {
  const invited = await tx
    .selectFrom('invitations')
    .select('email_key')
    .where('tenant_id', '=', tenantId)
    .execute();
  const { rows: found } = await sql<{ id: string }>`select users.id from users
    where not exists (select from platform_admins where platform_admins.user_id = users.id)
      and not exists (select from memberships where memberships.user_id = users.id and memberships.tenant_id <> ${tenantId})
      and (exists (select from memberships where memberships.user_id = users.id and memberships.tenant_id = ${tenantId})
        or users.password_hash is null and users.email_key = any(${invited.map((row) => row.email_key)})
          and not exists (select from identities where identities.user_id = users.id)
          and not exists (select from sessions where sessions.user_id = users.id))`.execute(tx);
  const { rows } = await sql<{ id: string; emailKey: string }>`select id, email_key as "emailKey" from users
    where id = any(${found.map(({ id }) => id)}::uuid[]) order by id for update`.execute(tx);
  return rows;
}

export async function listFileIds(tx: Tx, tenantId: string) {
  const rows = await tx.selectFrom('files').select('id').where('tenant_id', '=', tenantId).execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes every row of the business except the log, and the provider's events, which hold the
 * payer's address.
 */
export async function deleteTenantRows(tx: Tx, tenantId: string) {
  await sql`update appointments set prescription_id = null where tenant_id = ${tenantId} and prescription_id is not null`.execute(
    tx,
  );
  await sql`delete from payment_events where exists (select from payment_orders
    where tenant_id = ${tenantId} and position(provider_order_id in payment_events.body) > 0)`.execute(tx);
  for (const table of tenantTables)
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(tx);
  await sql`delete from tenants where id = ${tenantId}`.execute(tx);
}

/**
 * Deletes every row of the person, and their address elsewhere. A business that remains keeps its
 * payments without the payer, and gets the address of a remaining owner.
 */
export async function deletePersonRows(tx: Tx, { id, emailKey }: { id: string; emailKey: string }) {
  await raiseStampForUser(tx, id);
  const businesses = tx.selectFrom('memberships').select('tenant_id as own').where('user_id', '=', id);
  for (const { own } of await businesses.execute())
    await sql`update resources set member_id = null where tenant_id = ${own} and member_id = ${id}`.execute(
      tx,
    );
  for (const table of personTables)
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx);
  for (const statement of [
    sql`delete from invitations where email_key = ${emailKey} or activated_by = ${id}`,
    sql`delete from mailed_links where email_key = ${emailKey}`,
    sql`delete from outbox where ${emailKey} in (lower(payload ->> 'to'), lower(payload ->> 'email'))`,
    // Matches the address with its quotes: another person's may end with it.
    sql`delete from payment_events where position(to_json(${emailKey}::text)::text in lower(body)) > 0`,
    sql`delete from unplaced_payments where lower(email) = ${emailKey}`,
    sql`delete from payment_orders where email_key = ${emailKey} and tenant_id is null`,
    sql`update payment_orders set email = 'erased', email_key = 'erased' where email_key = ${emailKey}`,
    sql`update payment_orders set ordered_by = null where ordered_by = ${id}`,
    sql`update payment_orders set claimed_by = null where claimed_by = ${id}`,
  ])
    await statement.execute(tx);
  await giveAddressesToOwners(tx, emailKey);
  await sql`delete from users where id = ${id}`.execute(tx);
}

/**
 * Gives a business whose address is erased that of its longest owner that no other business has;
 * without one, an address without a reader.
 */
async function giveAddressesToOwners(tx: Tx, emailKey: string) {
  const { rows } = await sql<{ tenantId: string }>`select tenant_id as "tenantId" from business_profiles
    where lower(email) = ${emailKey}`.execute(tx);
  for (const { tenantId } of rows) {
    const { rows: owners } = await sql<{
      email: string;
      key: string;
    }>`select users.email, users.email_key as key
      from memberships join users on users.id = memberships.user_id
      where memberships.tenant_id = ${tenantId} and memberships.role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN')
        and users.deleted_at is null and users.email_key <> ${emailKey}
      order by memberships.created_at`.execute(tx);
    const { rows: taken } = await sql<{ key: string }>`select lower(email) as key from business_profiles
      where lower(email) = any(${owners.map(({ key }) => key)})`.execute(tx);
    const heir = owners.find(({ key }) => !taken.some((other) => other.key === key));
    await tx
      .updateTable('business_profiles')
      .set({ email: heir?.email ?? `${tenantId}@erased.invalid` })
      .where('tenant_id', '=', tenantId)
      .execute();
    await raiseStamp(tx, tenantId);
  }
}

export async function recordErasure(
  tx: Tx,
  row: { kind: 'tenant' | 'user'; id: string; deletedAt: Date; now: Date },
) {
  await tx
    .insertInto('erasures')
    .values({ kind: row.kind, subject_id: row.id, deleted_at: row.deletedAt, erased_at: row.now })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet({ erased_at: row.now }))
    .execute();
}

export interface ErasureRow {
  readonly kind: 'tenant' | 'user';
  readonly subjectId: string;
  readonly deletedAt: Date;
  readonly erasedAt: Date;
}

export async function listErasures(tx: Tx) {
  return tx
    .selectFrom('erasures')
    .select(['kind', 'subject_id as subjectId', 'deleted_at as deletedAt', 'erased_at as erasedAt'])
    .orderBy('erased_at')
    .execute();
}

/** Adds the erasures of another database's ledger that this one lacks. */
export async function addErasures(tx: Tx, rows: readonly ErasureRow[]) {
  if (rows.length === 0) return;
  await sql`insert into erasures (kind, subject_id, deleted_at, erased_at)
    select kind, subject_id, deleted_at, erased_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as carried (kind text, "subjectId" uuid, "deletedAt" timestamptz, "erasedAt" timestamptz),
      lateral (select "subjectId" as subject_id, "deletedAt" as deleted_at, "erasedAt" as erased_at) as named
    on conflict do nothing`.execute(tx);
}

/** Counts the rows that exist although the ledger has them. */
export async function countToErase(tx: Tx) {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from erasures join tenants on kind = 'tenant' and subject_id = tenants.id)
      + (select count(*) from erasures join users on kind = 'user' and subject_id = users.id))::int as count`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export async function endEverySession(tx: Tx, now: Date) {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: 'restored' })
    .where('ended_at', 'is', null)
    .execute();
}
