import { sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { deleteRows, type InTenant, statement, updateRows } from '../../../db/statement.ts';
import { platform, type Tx } from '../../../db/tenant.ts';
import { raiseStamp, raiseStampForUser, run } from '../../../db/transaction.ts';

type Table = keyof Schema;

/** Every table with rows of a business, in an order that foreign keys allow, except `keptTables`. */
export const tenantTables: readonly Table[] = [
  'files',
  'visit_notes',
  'whatsapp_messages',
  'whatsapp_words',
  'closing_bookings',
  'credit_dismissals',
  'papers',
  'paper_series',
  'paper_settings',
  'service_taxes',
  'online_refunds',
  'online_payments',
  'online_orders',
  'online_events',
  'payments',
  'charges',
  'discounts',
  'book_names',
  'drawer_entries',
  'drawer_closes',
  'drawers',
  'booking_requests',
  'number_proofs',
  'known_devices',
  'online_accounts',
  'calendar_events',
  'tenant_integrations',
  'webhooks',
  'booking_mails',
  'notice_settings',
  'notice_channels',
  'sms_texts',
  'notices',
  'replies',
  'opt_outs',
  'online_booking',
  'online_service_payments',
  'former_slugs',
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
  'archives',
  'import_rows',
  'imports',
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

export interface ErasureRow {
  readonly kind: 'tenant' | 'user';
  readonly subjectId: string;
  readonly deletedAt: Date;
  readonly erasedAt: Date;
}

/**
 * Lists the businesses and people that were deleted before an instant, and those that a restored
 * backup has brought back.
 */
export const listDue = statement(
  (_, { before }: { before: Date }, { kind }: { kind: ErasureRow['kind'] }) => sql<Due>`
    select id, coalesce(subject.deleted_at, erasures.deleted_at) as "deletedAt"
    from ${sql.table(`${kind}s`)} as subject
    left join erasures on erasures.kind = ${sql.lit(kind)} and erasures.subject_id = subject.id
    where subject.deleted_at <= ${before} or erasures.subject_id is not null`,
);

/** Locks a business that is still to be erased: a restore that came first has precedence. */
export const lockDueTenant = statement(
  (
    _,
    { id, before }: { id: string; before: Date },
  ) => sql`select from tenants where id = ${id} and (deleted_at <= ${before}
    or exists (select from erasures where kind = 'tenant' and subject_id = tenants.id)) for update`,
);

/** Locks a person who is still to be erased. */
export const lockDuePerson = statement(
  (_, { id, before }: { id: string; before: Date }) => sql<Person>`
    select id, email_key as "emailKey" from users where id = ${id} and (deleted_at <= ${before}
    or exists (select from erasures where kind = 'user' and subject_id = users.id)) for update`,
);

interface Person {
  readonly id: string;
  readonly emailKey: string;
}

/**
 * Lists and locks the people who are erased with a business: its own, and those invited who never
 * signed in and belong to no other. Super admins stay. The invitations are read separately: they
 * may be on another node than the people.
 */
export async function listBusinessPeople(tx: Tx, work: { readonly tenantId: string }) {
  const invited = (await run(tx, work, readInvited({}))).map((row) => row.email_key);
  const ids = (await run(tx, work, findPeople({ invited }))).map(({ id }) => id);
  return run(tx, platform, lockPeople({ ids }));
}

const readInvited = statement((db, { tenantId }) =>
  db.selectFrom('invitations').select('email_key').where('tenant_id', '=', tenantId),
);

const findPeople = statement(
  (_, { tenantId, invited }: InTenant & { invited: readonly string[] }) => sql<{ id: string }>`
    select users.id from users
    where not exists (select from platform_admins where platform_admins.user_id = users.id)
      and not exists (select from memberships where memberships.user_id = users.id and memberships.tenant_id <> ${tenantId})
      and (exists (select from memberships where memberships.user_id = users.id and memberships.tenant_id = ${tenantId})
        or users.password_hash is null and users.email_key = any(${invited})
          and not exists (select from identities where identities.user_id = users.id)
          and not exists (select from sessions where sessions.user_id = users.id))`,
);

const lockPeople = statement(
  (_, { ids }: { ids: readonly string[] }) => sql<Person>`select id, email_key as "emailKey" from users
    where id = any(${ids}::uuid[]) order by id for update`,
);

/** Lists the names of the stored files of the business: of its bookings, and of its archives. */
export const listFileIds = statement(
  (_, { tenantId }) => sql<{ id: string }>`select id from files where tenant_id = ${tenantId}
    union all select content_id from archives where tenant_id = ${tenantId} and content_id is not null`,
);

/**
 * Deletes every row of the business except the log, and the provider's events, which hold the
 * payer's address.
 */
export async function deleteTenantRows(tx: Tx, id: string) {
  for (const sent of [
    removePrescriptions({}),
    deleteEvents({}),
    ...tenantTables.map((table) => deleteRows(table, { tenant_id: id })),
    deleteRows('tenants', { id }),
  ])
    await run(tx, { tenantId: id }, sent);
}

const removePrescriptions = statement(
  (_, { tenantId }) =>
    sql<object>`update appointments set prescription_id = null where tenant_id = ${tenantId} and prescription_id is not null`,
);

const deleteEvents = statement(
  (_, { tenantId }) => sql<object>`delete from payment_events where exists (select from payment_orders
    where tenant_id = ${tenantId} and position(provider_order_id in payment_events.body) > 0)`,
);

/**
 * Deletes every row of the person, and their address elsewhere. A business that remains keeps its
 * payments without the payer, and gets the address of a remaining owner.
 */
export async function deletePersonRows(tx: Tx, { id, emailKey }: Person) {
  await raiseStampForUser(tx, id);
  for (const { own } of await run(tx, platform, readBusinesses({ id })))
    await run(
      tx,
      { tenantId: own },
      updateRows('resources', { tenant_id: own, member_id: id }, { member_id: null }),
    );
  for (const sent of [
    ...personTables.map((table) => deleteRows(table, { user_id: id })),
    ...deleteAddress.map((each) => each({ id, emailKey })),
    updateRows('payment_orders', { email_key: emailKey }, { email: 'erased', email_key: 'erased' }),
    updateRows('payment_orders', { ordered_by: id }, { ordered_by: null }),
    updateRows('payment_orders', { claimed_by: id }, { claimed_by: null }),
  ])
    await run(tx, platform, sent);
  await giveAddressesToOwners(tx, emailKey);
  await run(tx, platform, deleteRows('users', { id }));
}

const readBusinesses = statement((db, { id }: { id: string }) =>
  db.selectFrom('memberships').select('tenant_id as own').where('user_id', '=', id),
);

const deleteAddress = [
  statement(
    (_, { id, emailKey }: Person) =>
      sql<object>`delete from invitations where email_key = ${emailKey} or activated_by = ${id}`,
  ),
  statement((_, { emailKey }: Person) => sql<object>`delete from mailed_links where email_key = ${emailKey}`),
  statement(
    (_, { emailKey }: Person) =>
      sql<object>`delete from outbox where ${emailKey} in (lower(payload ->> 'to'), lower(payload ->> 'email'))`,
  ),
  // Matches the address with its quotes: another person's may end with it.
  statement(
    (_, { emailKey }: Person) =>
      sql<object>`delete from payment_events where position(to_json(${emailKey}::text)::text in lower(body)) > 0`,
  ),
  statement(
    (_, { emailKey }: Person) => sql<object>`delete from unplaced_payments where lower(email) = ${emailKey}`,
  ),
  statement(
    (_, { emailKey }: Person) =>
      sql<object>`delete from payment_orders where email_key = ${emailKey} and tenant_id is null`,
  ),
];

/**
 * Gives a business whose address is erased that of its longest owner that no other business has;
 * without one, an address without a reader.
 */
async function giveAddressesToOwners(tx: Tx, emailKey: string) {
  for (const { tenantId } of await run(tx, platform, findAddressed({ emailKey }))) {
    const owners = await run(tx, { tenantId }, listOtherOwners({ emailKey }));
    const taken = await run(tx, platform, findTaken({ keys: owners.map(({ key }) => key) }));
    const heir = owners.find(({ key }) => !taken.some((other) => other.key === key));
    const email = heir?.email ?? `${tenantId}@erased.invalid`;
    await run(tx, { tenantId }, updateRows('business_profiles', { tenant_id: tenantId }, { email }));
    await raiseStamp(tx, tenantId);
  }
}

const findAddressed = statement(
  (_, { emailKey }: { emailKey: string }) =>
    sql<{
      tenantId: string;
    }>`select tenant_id as "tenantId" from business_profiles where lower(email) = ${emailKey}`,
);

const listOtherOwners = statement(
  (_, { tenantId, emailKey }: InTenant & { emailKey: string }) => sql<{ email: string; key: string }>`
    select users.email, users.email_key as key from memberships join users on users.id = memberships.user_id
    where memberships.tenant_id = ${tenantId} and memberships.role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN')
      and users.deleted_at is null and users.email_key <> ${emailKey}
    order by memberships.created_at`,
);

const findTaken = statement(
  (_, { keys }: { keys: readonly string[] }) =>
    sql<{ key: string }>`select lower(email) as key from business_profiles where lower(email) = any(${keys})`,
);

export const recordErasure = statement((db, { kind, subjectId, deletedAt, erasedAt }: ErasureRow) =>
  db
    .insertInto('erasures')
    .values({ kind, subject_id: subjectId, deleted_at: deletedAt, erased_at: erasedAt })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet({ erased_at: erasedAt })),
);

export const listErasures = statement((db) =>
  db
    .selectFrom('erasures')
    .select(['kind', 'subject_id as subjectId', 'deleted_at as deletedAt', 'erased_at as erasedAt'])
    .orderBy('erased_at'),
);

/** Adds the erasures of another database's ledger, as JSON, that this one lacks. */
export const addErasures = statement(
  (_, { ledger }: { ledger: string }) => sql`insert into erasures (kind, subject_id, deleted_at, erased_at)
    select kind, subject_id, deleted_at, erased_at from jsonb_to_recordset(${ledger}::jsonb)
      as carried (kind text, "subjectId" uuid, "deletedAt" timestamptz, "erasedAt" timestamptz),
      lateral (select "subjectId" as subject_id, "deletedAt" as deleted_at, "erasedAt" as erased_at) as named
    on conflict do nothing`,
);

/** Counts the rows that exist although the ledger has them. */
export const countToErase = statement(
  () => sql<{ count: number }>`
    select ((select count(*) from erasures join tenants on kind = 'tenant' and subject_id = tenants.id)
      + (select count(*) from erasures join users on kind = 'user' and subject_id = users.id))::int as count`,
);

export const endEverySession = statement((db, { now }: { now: Date }) =>
  db.updateTable('sessions').set({ ended_at: now, ended_because: 'restored' }).where('ended_at', 'is', null),
);
