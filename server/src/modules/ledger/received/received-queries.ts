import { bookName, joinPeople, takingColumns, type TakingRow } from '../rows/queries.ts';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { DayRange } from '@samay/contract/core/day-range';

// Reads the rows of money by the day in India on which they were taken. Transfers are left out:
// what moves between a booking and an advance is not received twice.

/**
 * Matches what was received here: no transfers, and no money that an import brought in. Written as text: the
 * plan for a parameter cannot use the index, which has no transfers.
 */
const isReceived = sql<boolean>`kind <> 'transfer' and payments.source <> 'imported'`;

export interface ReceivedRow {
  readonly date: string;
  readonly method: string | null;
  readonly taken_by: string | null;
  readonly total: number;
}

/** Sums money by day, method and user. */
export const sumReceived = statement<DayRange, ReceivedRow>((db, { tenantId, from, to }) =>
  db
    .selectFrom('payments')
    .select(['taken_on as date', 'method', 'taken_by', sql<number>`sum(paise)::bigint`.as('total')])
    .where('tenant_id', '=', tenantId)
    .where('taken_on', '>=', from)
    .where('taken_on', '<=', to)
    .where(isReceived)
    .groupBy(['taken_on', 'method', 'taken_by'])
    .orderBy('taken_on'),
);

/** Lists the names of the users who took money on some days; those without one are absent. */
export const listTakers = statement<DayRange, { id: string; name: string }>(
  (_, { tenantId, from, to }) => sql<{ id: string; name: string }>`
    select id, name from (
      select takers.taken_by as id, ${bookName(tenantId, 'takers.taken_by')} as name from (
        select distinct taken_by from payments
        where tenant_id = ${tenantId} and taken_on between ${from}::date and ${to}::date and ${isReceived}
      ) as takers
    ) as named where name is not null`,
);

export interface ReceivedSums {
  readonly today: number;
  readonly month: number;
}

/** Sums the money of today and of a month up to today, in paise. One row. */
export const sumReceivedUntil = statement<{ today: string; monthStart: string }, ReceivedSums>(
  (_, { tenantId, today, monthStart }) => sql<ReceivedSums>`
    select coalesce(sum(paise) filter (where taken_on = ${today}::date), 0)::bigint as today,
      coalesce(sum(paise), 0)::bigint as month
    from payments
    where tenant_id = ${tenantId} and taken_on between ${monthStart}::date and ${today}::date and ${isReceived}`,
);

/** A row of the export. */
export interface NamedRow extends TakingRow {
  readonly reference: string | null;
  readonly reason: string | null;
  readonly taken_by: string | null;
  readonly booking_reference: string | null;
  /** Names of its booking; null for an advance. */
  readonly resource_name: string | null;
  readonly service_name: string | null;
}

interface OwnDay {
  readonly userId: string;
  readonly day: string;
  readonly limit: number;
}

/** Lists what a user took on a day, latest first. */
export const listOwnRows = statement<OwnDay, TakingRow>(
  (_, { tenantId, userId, day, limit }) => sql<TakingRow>`select ${takingColumns}
    from payments ${joinPeople(tenantId)}
    where payments.tenant_id = ${tenantId} and payments.taken_on = ${day}::date
      and payments.taken_by = ${userId}::uuid and ${isReceived}
    order by payments.taken_at desc, payments.id desc limit ${limit}`,
);

/** Sums what a user took on a day, by method. */
export const sumOwn = statement<Omit<OwnDay, 'limit'>, { method: string | null; total: number }>(
  (db, { tenantId, userId, day }) =>
    db
      .selectFrom('payments')
      .select(['method', sql<number>`sum(paise)::bigint`.as('total')])
      .where('tenant_id', '=', tenantId)
      .where('taken_on', '=', day)
      .where('taken_by', '=', userId)
      .where(isReceived)
      .groupBy('method'),
);

interface Page extends DayRange {
  /** The day and the id of the row before; the day before `from` at the beginning. */
  readonly afterAt: Date;
  readonly afterId: string;
  readonly limit: number;
}

/**
 * Lists the rows of a range of days, oldest first, after a key. By the day first, which has an
 * index: a page sorts the rows of its days only.
 */
export const listReceivedRows = statement<Page, NamedRow>(
  (_, { tenantId, from, to, afterAt, afterId, limit }) => sql<NamedRow>`select ${takingColumns},
      payments.reference, payments.reason, payments.taken_by, appointments.reference as booking_reference,
      coalesce((select name from resources
        where resources.tenant_id = ${tenantId} and resources.id = appointments.resource_id), appointments.doctor)
        as resource_name,
      appointments.service_name
    from payments ${joinPeople(tenantId)}
    where payments.tenant_id = ${tenantId} and payments.taken_on between ${from}::date and ${to}::date
      and ${isReceived}
      and (payments.taken_at, payments.id) > (${afterAt}::timestamptz, ${afterId}::uuid)
    order by payments.taken_on, payments.taken_at, payments.id limit ${limit}`,
);
