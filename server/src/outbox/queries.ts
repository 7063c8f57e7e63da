import { type ExpressionBuilder, type QueryCreator, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { eventKind, orderedKinds, replacingKinds } from './kinds.ts';
import { statement } from '../db/statement.ts';
import { platformTenant, type Tx } from '../db/tenant.ts';

/** A row of the outbox as a worker claims it. */
export type Effect = Pick<Selectable<Schema['outbox']>, 'tenant_id' | 'id' | 'kind' | 'payload' | 'attempts'>;

/**
 * Inserts at least one effect. Their instants keep their order, even on a clock of whole
 * milliseconds.
 */
export async function insertEffects(
  tx: Tx,
  now: Date,
  effects: readonly {
    tenantId: string | null;
    kind: string;
    subject: string;
    payload: object;
    dueAt?: Date;
  }[],
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values(
      effects.map((effect, place) => ({
        tenant_id: effect.tenantId ?? platformTenant,
        kind: effect.kind,
        subject: effect.subject,
        payload: JSON.stringify(effect.payload),
        next_at: effect.dueAt ?? now,
        created_at: now,
        written_at: sql<Date>`clock_timestamp() + ${place} * interval '1 microsecond'`,
      })),
    )
    .execute();
}

/** Inserts the event of one booking. */
export const insertEvent = statement<{ subject: string; payload: string; now: Date }, object>(
  (db, { tenantId, subject, payload, now }) =>
    db.insertInto('outbox').values({
      tenant_id: tenantId,
      kind: eventKind,
      subject,
      payload,
      next_at: now,
      created_at: now,
    }),
);

/** The businesses and ids of effects; see `listDue`. */
export type DueEffect = Pick<Effect, 'tenant_id' | 'id'>;

/**
 * Lists due effects of all businesses that no worker holds, the longest due first. Effects of a
 * suspended business wait until it is active again, those of a deleted one until it is erased or
 * restored. Webhooks about one booking are claimed in the order in which they were written, so that
 * no receiver gets a booking's cancellation before its creation. They are not locked: over several
 * nodes rows are locked in one business at a time.
 */
export const listDue = statement<{ kinds: readonly string[]; now: Date; most: number }, DueEffect>(
  (db, { kinds, now, most }) =>
    due(db, among(kinds), now)
      .select(['outbox.tenant_id', 'outbox.id'])
      .orderBy('outbox.next_at')
      .limit(most),
);

/** A listed event. */
export type DueEvent = Pick<Effect, 'tenant_id' | 'id' | 'attempts'>;

/**
 * Lists due events of all businesses, the longest due first, the first one of each booking; see
 * `listDue`. The index `outbox_events` has only events, and no other waiting rows.
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
 * Postpones an event that could not be turned into effects, or gives it up. Nothing is written if
 * it was turned into effects in the meantime.
 */
export async function postponeEvent(
  tx: Tx,
  { tenant_id, id, attempts }: DueEvent,
  { nextAt, givenUpAt, reason }: { nextAt: Date; givenUpAt: Date | null; reason: string },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ attempts: attempts + 1, next_at: nextAt, given_up_at: givenUpAt, last_error: reason })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Leases until `leaseUntil` those of a business's effects that are still due and next and that no
 * other worker holds: they may have changed since they were listed.
 */
export const leaseDue = statement<
  { business: string; ids: readonly string[]; now: Date; leaseUntil: Date },
  Effect
>((db, { business, ids, now, leaseUntil }) =>
  db
    .with('free', (cte) => selectFree(cte, { business, ids, now }))
    .updateTable('outbox')
    .from('free')
    .set((row) => ({ lease_until: leaseUntil, attempts: row('outbox.attempts', '+', 1) }))
    .where('outbox.tenant_id', '=', business)
    .whereRef('outbox.id', '=', 'free.id')
    .returning(['outbox.tenant_id', 'outbox.id', 'outbox.kind', 'outbox.payload', 'outbox.attempts']),
);

/** Returns whether an effect has been due since an instant and no worker holds it. */
export async function isAnythingDueSince(tx: Tx, kinds: readonly string[], since: Date): Promise<boolean> {
  return (await due(tx, among(kinds), since).select('outbox.id').limit(1).executeTakeFirst()) !== undefined;
}

function among(kinds: readonly string[]) {
  return sql<boolean>`outbox.kind = any(${kinds})`;
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
  return from
    .selectFrom('outbox')
    .leftJoin('tenants', 'tenants.id', 'outbox.tenant_id')
    .where((row) => isFree(row, now))
    .where(isOfKind)
    .where('tenants.status', 'is distinct from', 'suspended')
    .where('tenants.deleted_at', 'is', null)
    .where(isNext(now, sql.ref('outbox.tenant_id')));
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

/** Marks an effect as delivered, and clears its payload: it may name people or hold a secret. */
export async function markDelivered(tx: Tx, effect: Effect, now: Date): Promise<void> {
  await change(tx, effect, { delivered_at: now, lease_until: null, payload: '{}', last_error: null });
}

export async function scheduleRetry(
  tx: Tx,
  effect: Effect,
  { nextAt, reason }: { nextAt: Date; reason: string },
): Promise<void> {
  await change(tx, effect, { next_at: nextAt, lease_until: null, last_error: reason });
}

/** Ends the retries of an effect. */
export async function markFailed(
  tx: Tx,
  effect: Effect,
  { now, reason, keepsPayload }: { now: Date; reason: string; keepsPayload: boolean },
): Promise<void> {
  await change(tx, effect, {
    given_up_at: now,
    lease_until: null,
    last_error: reason,
    ...(!keepsPayload && { payload: '{}' }),
  });
}

/**
 * Writes only while this attempt is the latest: a worker whose lease has expired must not overwrite
 * the outcome of another.
 */
async function change(
  tx: Tx,
  { tenant_id, id, attempts }: Effect,
  to: Partial<Omit<OutboxUpdate, 'tenant_id' | 'id'>>,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set(to)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('delivered_at', 'is', null)
    .execute();
}

interface OutboxUpdate {
  tenant_id: string;
  id: string;
  delivered_at: Date;
  given_up_at: Date;
  lease_until: Date | null;
  next_at: Date;
  payload: string;
  last_error: string | null;
}

export async function deleteFinishedBefore(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where(sql<Date>`coalesce(delivered_at, given_up_at)`, '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export interface WaitingEffects {
  readonly kind: string;
  readonly waiting: number;
  /** The waiting effects that have failed before. */
  readonly retrying: number;
}

/** Counts the undelivered effects of all businesses by kind. */
export const countWaiting = statement<object, WaitingEffects>((db) =>
  db
    .selectFrom('outbox')
    .select([
      'kind',
      sql<number>`count(*)::int`.as('waiting'),
      sql<number>`(count(*) filter (where attempts > 0))::int`.as('retrying'),
    ])
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
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
