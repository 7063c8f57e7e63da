import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

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
export const findAccount = statement(
  (_, { emailKey }: { emailKey: string }) => sql<Account>`
    select users.id, users.email, users.deleted_at as "deletedAt", memberships.tenant_id as "tenantId",
      exists (select from platform_admins where user_id = users.id) as "isAdmin",
      exists (select from second_factors where user_id = users.id and verified_at is not null) as "hasFactor",
      users.password_hash is not null or exists (select from identities where user_id = users.id) as "canSignIn"
    from users left join memberships on memberships.user_id = users.id
    where users.email_key = ${emailKey} for update of users`,
);

interface Admin {
  readonly email: string;
  readonly hasFactor: boolean;
  readonly sessions: number;
}

export const listAdmins = statement(
  (_, { now }: { now: Date }) => sql<Admin>`
    select users.email, exists (select from second_factors where user_id = users.id and verified_at is not null) as "hasFactor",
      (select count(*)::int from sessions where user_id = users.id and ended_at is null and expires_at > ${now}) as sessions
    from platform_admins join users on users.id = platform_admins.user_id order by users.email_key`,
);

/** Inserts a super admin; no row if the person is one already. */
export const insertAdmin = statement((db, { userId }: { userId: string }) =>
  db
    .insertInto('platform_admins')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id'),
);

/** Finds and locks a business, by its id or the address of one of its people. */
export const findBusiness = statement(
  (_, { idOrEmail, key }: { idOrEmail: string; key: string }) => sql<{ id: string; name: string }>`
    select tenants.id, tenants.name
    from tenants where deleted_at is null and (tenants.id::text = lower(${idOrEmail}) or exists (
      select from memberships join users on users.id = memberships.user_id
      where memberships.tenant_id = tenants.id and users.email_key = ${key}))
    for update of tenants`,
);

export const readActivePlan = statement((db, { tenantId }) =>
  db
    .selectFrom('subscriptions')
    .select('plan_id as plan')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active'),
);

export const listPlanIds = statement((db) => db.selectFrom('plans').select('id').orderBy('id'));

interface OutboxTally {
  readonly kind: string;
  readonly waiting: number;
  readonly failed: number;
  readonly oldest: Date | null;
  readonly reason: string | null;
}

/** Counts waiting and failed rows, by kind, with the oldest waiting one and the latest reason. */
export const tallyOutbox = statement(
  () => sql<OutboxTally>`
    select kind, (count(*) filter (where given_up_at is null))::int as waiting, (count(*) filter (where given_up_at is not null))::int as failed,
      min(created_at) filter (where given_up_at is null) as oldest,
      (array_agg(last_error order by written_at desc) filter (where last_error is not null))[1] as reason
    from outbox where delivered_at is null group by kind order by kind`,
);

/** Counts refused approvals by a super admin. */
export const countRefusedApprovals = statement((db, { adminId, since }: { adminId: string; since: Date }) =>
  db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('actor_id', '=', adminId)
    .where('action', '=', 'factor.removal_refused')
    .where('at', '>', since),
);

export const listFailedChecks = statement((db) =>
  db
    .selectFrom('integrity_checks')
    .select(['tenant_id as tenantId', 'kind', 'last_found as found'])
    .select(sql<string[]>`last_findings`.as('findings'))
    .where('last_found', '>', 0)
    .orderBy('kind')
    .orderBy('tenant_id'),
);

export const recountTallies = statement(() => sql`select recount_tallies()`);

export const listTenantIds = statement((db) => db.selectFrom('tenants').select('id'));
