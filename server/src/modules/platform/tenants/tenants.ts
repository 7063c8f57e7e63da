import type { BodyOf, QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type {
  changeTenantStatus as changeStatus,
  listTenants as endpoint,
  NewTenant,
  TenantLine,
  TenantView,
} from '@samay/contract/platform/tenants';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import { type OwnLimit, PlanId } from '@samay/contract/tenancy/plans';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { asPlatform, platform, readInTenant, type Tx } from '../../../db/tenant.ts';
import { lockName, run, runTogether } from '../../../db/transaction.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { makePage, readCursor } from '../../../http/cursor.ts';
import { latestAudit, maskEmail, noteSupportAccess, reasonFor } from '../../audit/index.ts';
import { emailKey, endAllSessions, ensurePerson, findByAddress } from '../../identity/index.ts';
import {
  createTenant,
  extendFirstDays,
  findFirstDays,
  findOwnLimit,
  giveOwnLimit,
  inviteLater,
  switchPlan,
  usageAt,
} from '../../tenancy/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import {
  findAddress,
  findProfile,
  findTenantRow,
  listMembers,
  listSubscriptions,
  listTenantRows,
  lockTenant,
  type TenantRow,
  updateTenant,
} from './queries.ts';

const recentActions = 10;

interface Input<Body> {
  readonly params: { id: string };
  readonly body: Body;
}

/** Lists businesses. Owners are named, so the access is audited. */
export async function listTenants(
  context: SessionContext,
  { query }: { query: QueryOf<typeof endpoint> },
): Promise<ReplyOf<typeof endpoint>> {
  const { search, status, plan, cursor, limit } = query;
  const place = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const found = await run(tx, platform, listTenantRows({ search, status, plan, place, limit: limit + 1 }));
    const page = makePage(found, limit, presentTenant);
    const detail = { status, plan, searched: Boolean(search), shown: page.items.length };
    await auditPlatform(tx, context, null, 'platform.tenants_listed', 'tenants', detail);
    return page;
  });
}

/** Shows one business with the latest rows of its log, in which the access is audited. */
export async function getTenant(
  context: SessionContext,
  { params: { id } }: { params: { id: string } },
): Promise<TenantView> {
  const { database } = context.dependencies;
  const known = await asPlatform(context.dependencies, async (tx) => {
    const view = await readTenant(tx, id);
    await noteSupportAccess(tx, context, { tenantId: id, action: 'platform.tenant_viewed' });
    return view;
  });
  const work = { database, tenantId: tenantIdOf(known.tenant.id), now: context.now };
  return { ...known, usage: await readInTenant(work, (tx) => usageAt(tx, work)) };
}

async function readTenant(tx: Tx, id: string): Promise<Omit<TenantView, 'usage'>> {
  const read = await runTogether(
    tx,
    { tenantId: id },
    {
      tenants: findTenantRow({ id }),
      profiles: findProfile({}),
      people: listMembers({}),
      subscriptions: listSubscriptions({}),
    },
  );
  return {
    tenant: presentWholeTenant(orNotFound(read.tenants[0])),
    profile: orNotFound(read.profiles[0]),
    people: read.people.map((person) => ({
      ...person,
      email: maskEmail(person.email),
      createdAt: person.createdAt.toISOString(),
    })),
    subscriptions: read.subscriptions.map((subscription) => ({
      ...subscription,
      planId: PlanId.parse(subscription.planId),
      createdAt: subscription.createdAt.toISOString(),
    })),
    ownLimit: await findOwnLimit(tx, id),
    firstDaysUntil: await findFirstDays(tx, id),
    audit: await latestAudit(tx, id, recentActions),
  };
}

/**
 * Creates a pending business and invites its owner, whose first sign-in activates it. @throws
 * `tenant.email_taken`, `tenant.owner_elsewhere`, `tenant.owner_is_admin`.
 */
export async function addTenant(context: SessionContext, { body }: { body: NewTenant }): Promise<TenantLine> {
  const { name, adminEmail: email, ownerName, plan } = body;
  const { now } = context;
  return asPlatform(context.dependencies, async (tx) => {
    const key = emailKey(email);
    const { taken } = await runTogether(tx, platform, {
      locked: lockName({ name: `address ${key}` }),
      taken: findAddress({ key }),
    });
    assertThat(!taken[0], 'tenant.email_taken');
    const person = await findByAddress(tx, key);
    assertThat(!person?.tenant_id, 'tenant.owner_elsewhere');
    assertThat(!person?.is_admin, 'tenant.owner_is_admin');
    await ensurePerson(tx, { email, name: ownerName, now });
    const tenantId = await createTenant(tx, { name, email, status: 'pending', planId: plan, now });
    await inviteLater(tx, context, { tenantId, email, role: 'BUSINESS_OWNER', addedBy: null });
    await auditPlatform(tx, context, tenantId, 'tenant.added', tenantId, { plan });
    return fetchTenant(tx, tenantId);
  });
}

/** Switches a business to another plan immediately. @throws `platform.reason_needed`. */
export async function changeTenantPlan(
  context: SessionContext,
  { params: { id }, body: { plan } }: Input<{ plan: PlanId }>,
): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    await lockUndeletedTenant(tx, id);
    const reason = await reasonFor(tx, context, id);
    const was = await switchPlan(tx, { tenantId: id, planId: plan, now: context.now });
    await auditPlatform(tx, context, id, 'subscription.changed', id, { was, becomes: plan, reason });
    return fetchTenant(tx, id);
  });
}

/**
 * Raises the limit of one business above its plan's until a day, or takes that back. @throws
 * `platform.reason_needed`, `request.invalid`.
 */
export async function changeTenantLimit(
  context: SessionContext,
  { params: { id }, body: { ownLimit } }: Input<{ ownLimit: OwnLimit | null }>,
): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    await lockUndeletedTenant(tx, id);
    const reason = await reasonFor(tx, context, id);
    const was = await giveOwnLimit(tx, { tenantId: id, own: ownLimit, today: indiaDate(context.now) });
    const detail = { was: getDetail(was), becomes: getDetail(ownLimit), reason };
    await auditPlatform(tx, context, id, 'subscription.limit_changed', id, detail);
    return fetchTenant(tx, id);
  });
}

/**
 * Extends the first days of a business, or gives it some. @throws `platform.reason_needed`, `request.invalid`.
 */
export async function extendTenantDays(
  context: SessionContext,
  { params: { id }, body: { until } }: Input<{ until: LocalDate }>,
): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    await lockUndeletedTenant(tx, id);
    const reason = await reasonFor(tx, context, id);
    const was = await extendFirstDays(tx, { tenantId: id, until, today: indiaDate(context.now) });
    await auditPlatform(tx, context, id, 'subscription.days_extended', id, {
      was: was ?? 'none',
      until,
      reason,
    });
    return fetchTenant(tx, id);
  });
}

/** Returns the values of an own limit for the audit log. */
function getDetail(own: OwnLimit | null) {
  return { own_limit: own?.limit ?? 'none', until: own?.until ?? 'none' };
}

type StatusChange = BodyOf<typeof changeStatus>;

/**
 * Changes a status, from the next request of its people. A suspension keeps its reason for them.
 * @throws `platform.reason_needed`.
 */
export async function changeTenantStatus(
  context: SessionContext,
  { params: { id }, body: { status, reason: told = null, untilPaid = false } }: Input<StatusChange>,
): Promise<TenantLine> {
  const isSuspended = status === 'suspended';
  return asPlatform(context.dependencies, async (tx) => {
    const { status: was } = await lockUndeletedTenant(tx, id);
    const reason = await reasonFor(tx, context, id);
    const changes = {
      status,
      suspended_reason: isSuspended ? told : null,
      suspended_until_paid: isSuspended && untilPaid,
    };
    await run(tx, platform, updateTenant(id, changes));
    await auditPlatform(tx, context, id, 'tenant.status_changed', id, {
      was,
      becomes: status,
      reason,
      ...(isSuspended && untilPaid && { untilPaid }),
    });
    return fetchTenant(tx, id);
  });
}

/**
 * Deletes a business and signs its people out; it is erased after 30 days. The typed name confirms
 * it.
 */
export async function deleteTenant(
  context: SessionContext,
  { params: { id }, body }: Input<{ name: string }>,
): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    const { name } = await lockUndeletedTenant(tx, id);
    assertThat(body.name.trim() === name.trim(), 'tenant.name_mismatch');
    await run(tx, platform, updateTenant(id, { deleted_at: context.now }));
    for (const person of await run(tx, { tenantId: id }, listMembers({})))
      await endAllSessions(tx, context, person.id, 'deleted');
    await auditPlatform(tx, context, id, 'tenant.deleted', id);
    return fetchTenant(tx, id);
  });
}

/** Reverts a deletion: its people find all data unchanged. */
export async function restoreTenant(
  context: SessionContext,
  { params: { id } }: { params: { id: string } },
): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    orNotFound((await run(tx, platform, lockTenant({ id })))[0]);
    await run(tx, platform, updateTenant(id, { deleted_at: null }));
    await auditPlatform(tx, context, id, 'tenant.restored', id);
    return fetchTenant(tx, id);
  });
}

/** Locks a business. @throws `not_found`, `tenant.deleted`. */
async function lockUndeletedTenant(tx: Tx, id: string) {
  const tenant = orNotFound((await run(tx, platform, lockTenant({ id })))[0]);
  assertThat(tenant.deleted_at === null, 'tenant.deleted');
  return tenant;
}

async function fetchTenant(tx: Tx, id: string): Promise<TenantLine> {
  return presentTenant(orNotFound((await run(tx, platform, findTenantRow({ id })))[0]));
}

function presentTenant(row: TenantRow): TenantLine {
  const line = presentWholeTenant(row);
  return {
    ...line,
    email: line.email && maskEmail(line.email),
    ownerEmail: line.ownerEmail && maskEmail(line.ownerEmail),
  };
}

/** Presents full addresses to a super admin who has given a reason. */
function presentWholeTenant({ micros: _, ...row }: TenantRow): TenantLine {
  return {
    ...row,
    email: row.email ?? '',
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}
