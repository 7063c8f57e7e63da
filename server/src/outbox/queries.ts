import { type ExpressionBuilder, type QueryCreator, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { eventKind, orderedKinds, replacingKinds } from './kinds.ts';
import { type InTenant, type QueryBuilder, statement } from '../db/statement.ts';

/** A row of the outbox as a worker claims it. */
export type Effect = Pick<
  Selectable<Schema['outbox']>,
  'tenant_id' | 'id' | 'kind' | 'payload' | 'attempts' | 'expires_at'
>;

interface InsertedEffect {
  readonly tenant: string;
  readonly kind: string;
  readonly subject: string;
  readonly payload: string;
  readonly dueAt: Date;
  readonly expiresAt: Date | null;
  readonly now: Date;
  /** Its place among those that are inserted together. */
  readonly place: number;
}

/**
 * Inserts an effect. The instants of those that are inserted together keep their order, even on a
 * clock of whole milliseconds.
 */
export const insertEffect = statement((db, values: InsertedEffect) =>
  db.insertInto('outbox').values({
    tenant_id: values.tenant,
    kind: values.kind,
    subject: values.subject,
    payload: values.payload,
    next_at: values.dueAt,
    expires_at: values.expiresAt,
    created_at: values.now,
    written_at: sql<Date>`clock_timestamp() + ${values.place}::int * interval '1 microsecond'`,
  }),
);

/** Inserts the event of one booking. */
export const insertEvent = statement(
  (db, { tenantId, subject, payload, now }: InTenant & { subject: string; payload: string; now: Date }) =>
    db.insertInto('outbox').values({
      tenant_id: tenantId,
      kind: eventKind,
      subject,
      payload,
      next_at: now,
      created_at: now,
    }),
);

/**
 * Lists the businesses with due effects that no worker holds, the longest due first. Effects of a
 * suspended business wait until it is active again, those of a deleted one until it is erased or
 * restored. They are not locked: over several nodes rows are locked in one business at a time.
 */
export const listDueBusinesses = statement<
  { kinds: readonly string[]; now: Date },
  Pick<Effect, 'tenant_id'>
>((db, { kinds, now }) =>
  dueOfActive(db, deliverableOrExpired(kinds, now), now)
    .select('outbox.tenant_id')
    .groupBy('outbox.tenant_id')
    .orderBy(sql`min(outbox.next_at)`),
);

/** A listed event. */
export type DueEvent = Pick<Effect, 'tenant_id' | 'id' | 'attempts'>;

/**
 * Lists due events of all businesses, the longest due first, the first one of each booking; see
 * `listDueBusinesses`. The index `outbox_events` has only events, and no other waiting rows.
 */
export const listDueEvents = statement<{ now: Date; most: number }, DueEvent>((db, { now, most }) =>
  due(db, isEvent, now)
    .select(['outbox.tenant_id', 'outbox.id', 'outbox.attempts'])
    .orderBy('outbox.next_at')
    .limit(most),
);

const isEvent = sql<boolean>`outbox.kind = ${sql.lit(eventKind)}`;

/**
 * Deletes those of a business's events that are still due and next and that no other worker holds,
 * and returns their payloads in the order in which they were written: they are done once the
 * transaction commits.
 */
export const takeEvents = statement<{ ids: readonly string[]; now: Date }, Pick<Effect, 'payload'>>(
  (db, { tenantId, ids, now }) =>
    db
      .with('free', (cte) => selectFree(cte, { business: tenantId, ids, now }))
      .with('taken', (cte) =>
        cte
          .deleteFrom('outbox')
          .using('free')
          .where('outbox.tenant_id', '=', tenantId)
          .whereRef('outbox.id', '=', 'free.id')
          .returning(['outbox.payload', 'outbox.written_at']),
      )
      .selectFrom('taken')
      .select('payload')
      .orderBy('written_at'),
);

/**
 * Leases until `leaseUntil` the longest due effects of a business that no other worker holds. Webhooks
 * about one booking are claimed in the order in which they were written, so that no receiver gets a
 * booking's cancellation before its creation.
 */
export const leaseDue = statement<
  { business: string; kinds: readonly string[]; now: Date; leaseUntil: Date; most: number },
  Effect
>((db, { business, kinds, now, leaseUntil, most }) =>
  db
    .with('free', (cte) =>
      cte
        .selectFrom('outbox')
        .select('id')
        .where('tenant_id', '=', business)
        .where((row) => isFree(row, now))
        .where(deliverableOrExpired(kinds, now))
        .where(isNext(now, sql`${business}`))
        .where(
          sql<boolean>`not exists (select from tenants
            where tenants.id = ${business} and (tenants.status = 'suspended' or tenants.deleted_at is not null))`,
        )
        .orderBy('next_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('free')
    .set((row) => ({ lease_until: leaseUntil, attempts: row('outbox.attempts', '+', 1) }))
    .where('outbox.tenant_id', '=', business)
    .whereRef('outbox.id', '=', 'free.id')
    .returning([
      'outbox.tenant_id',
      'outbox.id',
      'outbox.kind',
      'outbox.payload',
      'outbox.attempts',
      'outbox.expires_at',
    ]),
);

/** Finds an effect that has been due since an instant and that no worker holds. */
export const findDueSince = statement((db, { kinds, since }: { kinds: readonly string[]; since: Date }) =>
  due(db, among(kinds), since).select('outbox.id').limit(1),
);

function among(kinds: readonly string[]) {
  return sql<boolean>`outbox.kind = any(${kinds})`;
}

/**
 * Matches effects of kinds that have a handler, and those whose time is over: they are dropped, which
 * needs none.
 */
function deliverableOrExpired(kinds: readonly string[], now: Date) {
  return sql<boolean>`(outbox.kind = any(${kinds}) or outbox.expires_at <= ${now})`;
}

/** Locks those of some effects of a business that are due and next, and that nobody else locks. */
function selectFree(
  from: QueryCreator<Schema>,
  { business, ids, now }: { readonly business: string; readonly ids: readonly string[]; readonly now: Date },
) {
  return from
    .selectFrom('outbox')
    .select('id')
    .where('tenant_id', '=', business)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where((row) => isFree(row, now))
    .where(isNext(now, sql`${business}`))
    .forUpdate()
    .skipLocked();
}

function due(from: QueryCreator<Schema>, isOfKind: RawBuilder<boolean>, now: Date) {
  return dueOfActive(from, isOfKind, now).where(isNext(now, sql.ref('outbox.tenant_id')));
}

function dueOfActive(from: QueryCreator<Schema>, isOfKind: RawBuilder<boolean>, now: Date) {
  return from
    .selectFrom('outbox')
    .leftJoin('tenants', 'tenants.id', 'outbox.tenant_id')
    .where((row) => isFree(row, now))
    .where(isOfKind)
    .where('tenants.status', 'is distinct from', 'suspended')
    .where('tenants.deleted_at', 'is', null);
}

/** Matches an effect that is due and leased to no worker. */
function isFree(row: ExpressionBuilder<Schema, 'outbox'>, now: Date) {
  return row.and([
    row('outbox.delivered_at', 'is', null),
    row('outbox.given_up_at', 'is', null),
    row('outbox.next_at', '<=', now),
    row.or([row('outbox.lease_until', 'is', null), row('outbox.lease_until', '<=', now)]),
  ]);
}

/**
 * Matches an effect that waits for no earlier one: a webhook waits for every earlier one about its
 * booking; a mail, which replaces those before it, only for one that is being sent. The effect's
 * business is given: rows are locked only where the statement names it in each place.
 */
function isNext(now: Date, tenantId: RawBuilder<unknown>) {
  return sql<boolean>`(not outbox.kind = any(${orderedKinds}) or not exists (
  select from outbox as earlier where earlier.tenant_id = ${tenantId} and earlier.subject = outbox.subject
  and earlier.written_at < outbox.written_at and earlier.delivered_at is null and earlier.given_up_at is null
  and split_part(earlier.kind, '.', 1) = split_part(outbox.kind, '.', 1)
  and (not outbox.kind = any(${replacingKinds}) or earlier.lease_until > ${now})))`;
}

type Attempt = Pick<Effect, 'tenant_id' | 'id' | 'attempts'>;

/** Marks an effect as delivered, and clears its payload: it may name people or hold a secret. */
export const markDelivered = statement((db, values: Attempt & { now: Date }) =>
  updateAttempted(db, values).set({
    delivered_at: values.now,
    lease_until: null,
    payload: '{}',
    last_error: null,
  }),
);

export const scheduleRetry = statement((db, values: Attempt & { nextAt: Date; reason: string }) =>
  updateAttempted(db, values).set({ next_at: values.nextAt, lease_until: null, last_error: values.reason }),
);

/** Ends the retries of an effect. */
export const markFailed = statement(
  (db, values: Attempt & { now: Date; reason: string }, { keepsPayload }: { keepsPayload: boolean }) =>
    updateAttempted(db, values).set({
      given_up_at: values.now,
      lease_until: null,
      last_error: values.reason,
      ...(!keepsPayload && { payload: '{}' }),
    }),
);

/**
 * Updates an effect only while this attempt is the latest: a worker whose lease has expired must not
 * overwrite the outcome of another.
 */
function updateAttempted(db: QueryBuilder, { tenant_id, id, attempts }: Attempt) {
  return db
    .updateTable('outbox')
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('delivered_at', 'is', null);
}

export const deleteFinishedBefore = statement((db, { before }: { before: Date }) =>
  db.deleteFrom('outbox').where(sql<Date>`coalesce(delivered_at, given_up_at)`, '<', before),
);

export interface WaitingEffects {
  readonly kind: string;
  readonly waiting: number;
  /** The waiting effects that have failed before. */
  readonly retrying: number;
}

/**
 * Matches an effect that is due, or waits for another try: one that is due in the future does not
 * wait for anything.
 */
export const isWaiting = (now: Date) => sql<boolean>`(outbox.delivered_at is null
  and outbox.given_up_at is null and (outbox.next_at <= ${now} or outbox.attempts > 0))`;

/** Counts the waiting effects of all businesses by kind. */
export const countWaiting = statement<{ now: Date }, WaitingEffects>((db, { now }) =>
  db
    .selectFrom('outbox')
    .select([
      'kind',
      sql<number>`count(*)::int`.as('waiting'),
      sql<number>`(count(*) filter (where attempts > 0))::int`.as('retrying'),
    ])
    .where(isWaiting(now))
    .groupBy('kind')
    .orderBy('kind'),
);

/**
 * Returns the instant since which the longest waiting effect of each kind has been due without
 * being claimed; a kind without one is absent.
 */
export const listDueSince = statement<{ kinds: readonly string[]; now: Date }, { kind: string; since: Date }>(
  (db, { kinds, now }) =>
    due(db, among(kinds), now)
      .select(['outbox.kind', sql<Date>`min(outbox.next_at)`.as('since')])
      .groupBy('outbox.kind'),
);
