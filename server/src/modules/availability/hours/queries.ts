import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

const columns = ['id', 'kind', 'resource_id', 'starts_at', 'ends_at', 'reason', 'created_at'] as const;

/** A closure or extra hours of a resource or, with null, of the business. */
export type ExceptionRow = Pick<Selectable<Schema['hour_exceptions']>, (typeof columns)[number]>;

/** Lists closures and extra hours that reach into a range of India's days, both included. */
export const listExceptions = statement<{ from: string; to: string }, ExceptionRow>(
  (db, { tenantId, from, to }) =>
    db
      .selectFrom('hour_exceptions')
      .select(columns)
      .where('tenant_id', '=', tenantId)
      .where('ends_at', '>', midnight(from))
      .where('starts_at', '<', sql<Date>`((${to}::date + 1)::timestamp at time zone 'Asia/Kolkata')`)
      .orderBy('starts_at')
      .orderBy('id'),
);

function midnight(day: string): RawBuilder<Date> {
  return sql<Date>`(${day}::date::timestamp at time zone 'Asia/Kolkata')`;
}

/** Finds a closure or extra hours by its id. */
export const findException = statement<{ id: string }, ExceptionRow>((db, { tenantId, id }) =>
  db.selectFrom('hour_exceptions').select(columns).where('tenant_id', '=', tenantId).where('id', '=', id),
);

interface Moment {
  readonly date: string;
  readonly time: string;
}

interface NewException {
  readonly kind: 'closure' | 'extra_hours';
  readonly resourceId: string | null;
  readonly from: Moment;
  readonly to: Moment;
  readonly reason: string;
  readonly createdBy: string | null;
  readonly now: Date;
}

/** Counts the closures and extra hours that are not over. */
export async function countComingExceptions(tx: Tx, tenantId: TenantId, now: Date) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from hour_exceptions
    where tenant_id = ${tenantId} and ends_at > ${now}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Inserts a closure or extra hours; date and time are India's. */
export async function insertException(tx: Tx, tenantId: TenantId, made: NewException) {
  return tx
    .insertInto('hour_exceptions')
    .values({
      tenant_id: tenantId,
      kind: made.kind,
      resource_id: made.resourceId,
      starts_at: toInstant(made.from),
      ends_at: toInstant(made.to),
      reason: made.reason,
      created_by: made.createdBy,
      created_at: made.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

function toInstant({ date, time }: Moment): RawBuilder<Date> {
  return sql<Date>`((${date}::date + ${time}::time) at time zone 'Asia/Kolkata')`;
}

export async function deleteException(tx: Tx, tenantId: TenantId, id: string) {
  await tx.deleteFrom('hour_exceptions').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Writes the text of the opening hours in the profile. */
export async function updateWords(
  tx: Tx,
  tenantId: TenantId,
  words: {
    readonly timeSlots: readonly object[];
    readonly operatingDays: readonly string[];
    readonly now: Date;
  },
) {
  await tx
    .updateTable('business_profiles')
    .set({
      time_slots: JSON.stringify(words.timeSlots),
      operating_days: [...words.operatingDays],
      updated_at: words.now,
    })
    .where('tenant_id', '=', tenantId)
    .execute();
}
