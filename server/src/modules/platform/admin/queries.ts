import { sql } from 'kysely';
import { raiseStamp } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { emailKey } from '../../identity/index.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly deletedAt: Date | null;
  readonly tenantId: string | null;
  readonly isAdmin: boolean;
  readonly hasFactor: boolean;
  readonly canSignIn: boolean;
}

/** Finds and locks the person of an address. */
export async function findAccount(tx: Tx, emailKey: string) {
  const { rows } = await sql<Account>`
    select users.id, users.email, users.deleted_at as "deletedAt", memberships.tenant_id as "tenantId",
      exists (select from platform_admins where user_id = users.id) as "isAdmin",
      exists (select from second_factors where user_id = users.id and verified_at is not null) as "hasFactor",
      users.password_hash is not null or exists (select from identities where user_id = users.id) as "canSignIn"
    from users left join memberships on memberships.user_id = users.id
    where users.email_key = ${emailKey} for update of users`.execute(tx);
  return rows[0];
}

export async function listAdmins(tx: Tx, now: Date) {
  const { rows } = await sql<{ email: string; hasFactor: boolean; sessions: number }>`
    select users.email, exists (select from second_factors where user_id = users.id and verified_at is not null) as "hasFactor",
      (select count(*)::int from sessions where user_id = users.id and ended_at is null and expires_at > ${now}) as sessions
    from platform_admins join users on users.id = platform_admins.user_id order by users.email_key`.execute(
    tx,
  );
  return rows;
}

/** Inserts a super admin. Returns false if the person is one already. */
export async function insertAdmin(tx: Tx, userId: string) {
  const made = await tx
    .insertInto('platform_admins')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Removes a super admin. @throws the database's `restrict_violation` for the last one */
export async function deleteAdmin(tx: Tx, userId: string) {
  await tx.deleteFrom('platform_admins').where('user_id', '=', userId).execute();
}

export interface Business {
  readonly id: string;
  readonly name: string;
  readonly plan: string | null;
}

/** Finds and locks a business, by its id or the address of one of its people. */
export async function findBusiness(tx: Tx, idOrEmail: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select tenants.id, tenants.name
    from tenants where deleted_at is null and (tenants.id::text = lower(${idOrEmail}) or exists (
      select from memberships join users on users.id = memberships.user_id
      where memberships.tenant_id = tenants.id and users.email_key = ${emailKey(idOrEmail)}))
    for update of tenants`.execute(tx);
  const [business] = rows;
  if (!business) return undefined;
  const subscription = await tx
    .selectFrom('subscriptions')
    .select('plan_id')
    .where('tenant_id', '=', business.id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return { ...business, plan: subscription?.plan_id ?? null };
}

export async function listPlanIds(tx: Tx) {
  const rows = await tx.selectFrom('plans').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

interface OutboxTally {
  readonly kind: string;
  readonly waiting: number;
  readonly failed: number;
  readonly oldest: Date | null;
  readonly reason: string | null;
}

/** Counts waiting and failed rows, by kind, with the oldest waiting one and the latest reason. */
export async function tallyOutbox(tx: Tx) {
  const { rows } = await sql<OutboxTally>`
    select kind, (count(*) filter (where given_up_at is null))::int as waiting, (count(*) filter (where given_up_at is not null))::int as failed,
      min(created_at) filter (where given_up_at is null) as oldest,
      (array_agg(last_error order by written_at desc) filter (where last_error is not null))[1] as reason
    from outbox where delivered_at is null group by kind order by kind`.execute(tx);
  return rows;
}

/** Counts refused approvals by a super admin. */
export async function countRefusedApprovals(tx: Tx, adminId: string, since: Date) {
  const { count } = await tx
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('actor_id', '=', adminId)
    .where('action', '=', 'factor.removal_refused')
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listFailedChecks(tx: Tx) {
  return tx
    .selectFrom('integrity_checks')
    .select(['tenant_id as tenantId', 'kind', 'last_found as found'])
    .select(sql<string[]>`last_findings`.as('findings'))
    .where('last_found', '>', 0)
    .orderBy('kind')
    .orderBy('tenant_id')
    .execute();
}

export async function recountTallies(tx: Tx) {
  await sql`select recount_tallies()`.execute(tx);
  for (const { id } of await tx.selectFrom('tenants').select('id').execute()) await raiseStamp(tx, id);
}

export async function forgetAuditAnchor(tx: Tx, tenantId: string) {
  await tx
    .updateTable('integrity_checks')
    .set({ anchor: null })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'audit')
    .execute();
}
