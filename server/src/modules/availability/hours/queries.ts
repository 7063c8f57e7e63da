import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { type InTenant, statement } from '../../../db/statement.ts';

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

/** A closure or extra hours to insert; date and time are India's. */
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
export const countComingExceptions = statement(
  (_, { tenantId, now }: InTenant & { now: Date }) => sql<{ count: number }>`
    select count(*)::int as count from hour_exceptions where tenant_id = ${tenantId} and ends_at > ${now}`,
);

/** Inserts a closure or extra hours. */
export function insertException({ from, to, ...made }: NewException) {
  return insertMade({ ...made, starts: `${from.date} ${from.time}`, ends: `${to.date} ${to.time}` });
}

type Made = Omit<NewException, 'from' | 'to'> & { readonly starts: string; readonly ends: string };

const insertMade = statement((db, values: InTenant & Made) =>
  db
    .insertInto('hour_exceptions')
    .values({
      tenant_id: values.tenantId,
      kind: values.kind,
      resource_id: values.resourceId,
      starts_at: toInstant(values.starts),
      ends_at: toInstant(values.ends),
      reason: values.reason,
      created_by: values.createdBy,
      created_at: values.now,
    })
    .returning(columns),
);

function toInstant(moment: string): RawBuilder<Date> {
  return sql<Date>`(${moment}::timestamp at time zone 'Asia/Kolkata')`;
}
