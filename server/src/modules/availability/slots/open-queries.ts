import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';

/**
 * The open time of a business and its resources, as minutes of the day or local ones (spans.ts).
 * Null if there is no row.
 */
export interface OpenRow {
  readonly hours: [resourceId: string | null, weekday: number, opens: number, closes: number][] | null;
  readonly exceptions:
    | [resourceId: string | null, isClosure: boolean, from: number, to: number, reason: string][]
    | null;
}

/** Returns the instant at which a day begins in India. */
export function midnight(day: string): RawBuilder<Date> {
  return sql<Date>`(${day}::date::timestamp at time zone 'Asia/Kolkata')`;
}

/** Returns the instant at which a day ends in India. */
export function midnightAfter(day: string): RawBuilder<Date> {
  return sql<Date>`(((${day}::date + 1)::timestamp) at time zone 'Asia/Kolkata')`;
}

/** Selects an instant as a local minute (spans.ts), not rounded. */
export function toLocalMinute(column: string): RawBuilder<number> {
  return sql<number>`date_part('epoch', ${sql.ref(column)} at time zone 'Asia/Kolkata') / 60`;
}

/** Selects the weekly hours of the business and its resources as one value. */
export function hoursJson(tenantId: TenantId): RawBuilder<OpenRow['hours']> {
  const minuteOfDay = (column: string) => sql`(date_part('epoch', ${sql.ref(column)}) / 60)::int`;
  return sql`(select json_agg(json_build_array(resource_id, weekday, ${minuteOfDay('opens')}, ${minuteOfDay('closes')}) order by weekday, opens, id)
    from weekly_hours where tenant_id = ${tenantId})`;
}

/**
 * Selects closures, rounded outwards, and extra hours, inwards, that reach into a range or up to a
 * day beyond it.
 */
export function exceptionsJson(
  tenantId: TenantId,
  {
    begin,
    end,
    reason = sql`reason`,
  }: {
    readonly begin: RawBuilder<Date>;
    readonly end: RawBuilder<Date>;
    /** Selects the reason; that of a closure is not shown to strangers. */
    readonly reason?: RawBuilder<unknown>;
  },
): RawBuilder<OpenRow['exceptions']> {
  const [starts, ends] = [toLocalMinute('starts_at'), toLocalMinute('ends_at')];
  return sql`(select json_agg(json_build_array(resource_id, kind = 'closure',
      case kind when 'closure' then floor(${starts})::int else ceil(${starts})::int end,
      case kind when 'closure' then ceil(${ends})::int else floor(${ends})::int end, ${reason}) order by starts_at, id)
    from hour_exceptions where tenant_id = ${tenantId}
      and ends_at > ${begin} - interval '1 day' and starts_at < ${end} + interval '1 day')`;
}

/** The resources of a business, and its open time over a range of days. */
export interface OpenRowWithResources extends OpenRow {
  readonly resources: [id: string, wholeId: string | null][] | null;
}

/** Reads when a business and its resources are open. One row. */
export const readOpenTime = statement<{ from: string; to: string }, OpenRowWithResources>(
  (_, { tenantId, from, to }) => sql<OpenRowWithResources>`select
    (select json_agg(json_build_array(id, whole_id)) from resources where tenant_id = ${tenantId}) as resources,
    ${hoursJson(tenantId)} as hours,
    ${exceptionsJson(tenantId, { begin: midnight(from), end: midnightAfter(to) })} as exceptions`,
);
