import { sql } from 'kysely';
import { type InTenant, statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import {
  deliveryKinds,
  isWaiting,
  orderedKinds,
  replacingKinds,
  unwantedReasons,
} from '../../../outbox/index.ts';

/**
 * Matches an effect that a later one makes obsolete: a receiver must not get a booking's start
 * after its end, and a mail replaces those before it. Calendar effects write the current state.
 */
const isSuperseded = (
  tenantId?: TenantId,
) => sql<boolean>`(outbox.kind = any(${orderedKinds}) and exists (select from outbox as later
  where later.tenant_id = ${tenantId === undefined ? sql`outbox.tenant_id` : sql`${tenantId}::uuid`} and later.subject = outbox.subject and later.written_at > outbox.written_at
  and split_part(later.kind, '.', 1) = split_part(outbox.kind, '.', 1) and (later.delivered_at is not null or outbox.kind = any(${replacingKinds}))))`;

export interface Tally {
  readonly kind: string;
  readonly delivered: number;
  readonly waiting: number;
  readonly late: number;
  readonly givenUp: number;
  /** The failed ones that can still be sent. */
  readonly lost: number;
  readonly reason: string | null;
}

/** Matches an effect that did not leave because its person is not to be told: it is no failure. */
const isUnwanted = sql<boolean>`(outbox.last_error is not null and outbox.last_error = any(${unwantedReasons}))`;

/** Matches an effect that may be sent still: it has no time, or its time is not over. */
const isTimely = (now: Date) => sql<boolean>`(outbox.expires_at is null or outbox.expires_at > ${now})`;

/**
 * Computes since when an effect has been due: its next time without the delays of its failed attempts
 * (`backoffMs`).
 */
const dueSince = sql<Date>`next_at - make_interval(secs => case when attempts = 0 or last_error is null then 0
  else (2 ^ (least(attempts, 11) + 1) - 2) + greatest(attempts - 11, 0) * 3600 end)`;

/** Counts deliveries by kind; `late`: due before `lateBefore` and still waiting. */
export const tallyDeliveries = statement<{ lateBefore: Date; now: Date }, Tally>(
  (db, { tenantId, lateBefore, now }) =>
    db
      .selectFrom('outbox')
      .select([
        'kind',
        sql<number>`count(*) filter (where delivered_at is not null)::int`.as('delivered'),
        sql<number>`count(*) filter (where ${isWaiting(now)})::int`.as('waiting'),
        sql<number>`count(*) filter (where ${isWaiting(now)} and ${dueSince} < ${lateBefore})::int`.as(
          'late',
        ),
        sql<number>`count(*) filter (where given_up_at is not null and not ${isUnwanted})::int`.as('givenUp'),
        sql<number>`count(*) filter (where given_up_at is not null and not ${isUnwanted} and ${isTimely(now)} and not ${isSuperseded(tenantId)})::int`.as(
          'lost',
        ),
        sql<
          string | null
        >`(array_agg(last_error order by written_at desc) filter (where last_error is not null and delivered_at is null and not ${isUnwanted} and not ${isSuperseded(tenantId)}))[1]`.as(
          'reason',
        ),
      ])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', sql<string>`any(${deliveryKinds})`)
      .groupBy('kind'),
);

export interface GivenUp {
  readonly id: string;
  readonly kind: string;
  readonly reason: string | null;
  readonly givenUpAt: Date | null;
  readonly isSuperseded: boolean;
  readonly isOver: boolean;
}

/** Lists the latest that failed for good. */
export const listGivenUp = statement<{ most: number; now: Date }, GivenUp>((db, { tenantId, most, now }) =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'kind',
      'last_error as reason',
      'given_up_at as givenUpAt',
      isSuperseded(tenantId).as('isSuperseded'),
      sql<boolean>`not ${isTimely(now)}`.as('isOver'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', sql<string>`any(${deliveryKinds})`)
    .where('given_up_at', 'is not', null)
    .where((row) => row.not(isUnwanted))
    .orderBy('given_up_at', 'desc')
    .orderBy('id')
    .limit(most),
);

/**
 * Matches effects that failed for good or wait for another try and can be sent, but not those that
 * a worker is delivering.
 */
export const isRetriable = (
  now: Date,
  tenantId?: TenantId,
) => sql<boolean>`(outbox.kind = any(${deliveryKinds}) and last_error is not null and delivered_at is null
  and not ${isUnwanted} and ${isTimely(now)} and not ${isSuperseded(tenantId)} and (lease_until is null or lease_until <= ${now}))`;

/**
 * Lets the notices of failed effects that tell a change begin once more: what failed before the press stays with its
 * booking, and is of no try from now on. Comes before `retryFailed`.
 */
export const releaseFailed = statement(
  (
    _,
    { tenantId, id, now }: InTenant & { id?: string | undefined; now: Date },
    { of }: { of: 'one' | 'tenant' | 'all' },
  ) => sql`update notices set effect_id = gen_random_uuid() from outbox
    where outbox.tenant_id = notices.tenant_id and outbox.id = notices.effect_id
      and notices.state = 'failed' and notices.kind <> 'reminder' and ${isRetriable(now, of === 'all' ? undefined : tenantId)}
      ${of === 'all' ? sql`` : sql`and notices.tenant_id = ${tenantId}::uuid and outbox.tenant_id = ${tenantId}::uuid`}
      ${of === 'one' ? sql`and outbox.id = ${id}::uuid` : sql``}`,
);

/**
 * Makes failed effects due now with fresh attempts: one of a business, all of a business, or all.
 * Their place in the order of their booking stays.
 */
export const retryFailed = statement(
  (
    db,
    { tenantId, id, now }: InTenant & { id?: string | undefined; now: Date },
    { of }: { of: 'one' | 'tenant' | 'all' },
  ) =>
    db
      .updateTable('outbox')
      .set({ given_up_at: null, attempts: 0, next_at: now })
      .where(isRetriable(now, of === 'all' ? undefined : tenantId))
      .$if(of !== 'all', (all) => all.where('tenant_id', '=', tenantId))
      .$if(of === 'one', (all) => all.where('id', '=', sql<string>`${id}`)),
);
