import { type Selectable, sql } from 'kysely';
import { microsOf } from '../../../db/keyset-pagination.ts';
import type { DrawerCloses } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import type { DayRange } from '@samay/contract/core/day-range';
import { bookName } from '../rows/queries.ts';
import { type Asked, askedFor, type EntryKind } from './queries.ts';

const closeColumns = [
  'id',
  'drawer_id',
  'period',
  'opened_at',
  'closed_at',
  'closed_by',
  'opening_paise',
  'cash_paise',
  'refunds_paise',
  'cash_in_paise',
  'cash_out_paise',
  'expenses_paise',
  'counted_paise',
  'handed_over_paise',
  'handed_to',
  'handed_to_drawer',
  'confirmed',
  'methods',
  'notes',
  'note',
  'reopened_at',
  'reopened_by',
  'reopened_reason',
] as const;

export type CloseRow = Pick<Selectable<DrawerCloses>, (typeof closeColumns)[number]>;

export const insertClose = statement<CloseRow, object>((db, values) =>
  db.insertInto('drawer_closes').values({
    tenant_id: values.tenantId,
    id: values.id,
    drawer_id: values.drawer_id,
    period: values.period,
    opened_at: values.opened_at,
    closed_at: values.closed_at,
    closed_by: values.closed_by,
    opening_paise: values.opening_paise,
    cash_paise: values.cash_paise,
    refunds_paise: values.refunds_paise,
    cash_in_paise: values.cash_in_paise,
    cash_out_paise: values.cash_out_paise,
    expenses_paise: values.expenses_paise,
    counted_paise: values.counted_paise,
    handed_over_paise: values.handed_over_paise,
    handed_to: values.handed_to,
    handed_to_drawer: values.handed_to_drawer,
    confirmed: values.confirmed,
    methods: values.methods,
    notes: values.notes,
    note: values.note,
    reopened_at: values.reopened_at,
    reopened_by: values.reopened_by,
    reopened_reason: values.reopened_reason,
  }),
);

export const writeReopening = statement<{ id: string; at: Date; by: string; reason: string }, object>(
  (db, { tenantId, id, at, by, reason }) =>
    db
      .updateTable('drawer_closes')
      .set({ reopened_at: at, reopened_by: by, reopened_reason: reason })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
);

/** Whether the money of the day of a close is locked. */
interface Locked {
  readonly is_locked: boolean;
}

/** Reads a close, and waits for a lock of its day that is under way. */
export const readClose = statement<{ id: string }, CloseRow & Locked>((db, { tenantId, id }) =>
  db
    .selectFrom('drawer_closes')
    .select([
      ...closeColumns,
      sql<boolean>`is_locked(${tenantId}, (closed_at at time zone 'Asia/Kolkata')::date)`.as('is_locked'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id),
);

export interface NamedClose extends CloseRow, Locked {
  readonly holder_name: string | null;
  readonly closed_name: string | null;
  readonly handed_to_name: string | null;
  readonly reopened_name: string | null;
}

function namedClose(tenantId: unknown) {
  return sql`${sql.join(closeColumns.map((name) => sql.ref(`closes.${name}`)))},
    ${bookName(tenantId, 'closes.drawer_id')} as holder_name,
    ${bookName(tenantId, 'closes.closed_by')} as closed_name,
    ${bookName(tenantId, 'closes.handed_to_drawer')} as handed_to_name,
    ${bookName(tenantId, 'closes.reopened_by')} as reopened_name,
    coalesce((closes.closed_at at time zone 'Asia/Kolkata')::date <= (
      select money_locked_until from business_profiles where tenant_id = ${tenantId}), false) as is_locked`;
}

/** Lists the last closes of a drawer, newest first. */
export const listClosesOf = statement<Asked & { limit: number }, NamedClose>(
  (
    _,
    { tenantId, holder, userId, limit },
  ) => sql<NamedClose>`select ${namedClose(tenantId)} from drawer_closes as closes
    where closes.tenant_id = ${tenantId} and closes.drawer_id = ${askedFor(tenantId, { holder, userId })}
    order by closes.period desc, closes.reopened_at is not null, closes.closed_at desc limit ${limit}`,
);

/** A row of cash that belongs to no booking, as JSON. */
interface JsonEntry {
  readonly kind: EntryKind;
  readonly id: string;
  readonly paise: number;
  readonly reason: string;
  readonly noted_at: string;
  readonly name: string | null;
}

/** A row of a correction, as JSON. */
interface JsonCorrection {
  readonly id: string;
  readonly paise: number;
  readonly method: string | null;
  readonly reason: string;
  readonly taken_at: string;
  readonly name: string | null;
}

/** A close with the cash of the rows that corrected its period later. */
export interface CorrectedClose extends CloseRow {
  readonly corrected_paise: number;
}

/**
 * A close with the other cash of its period, oldest first, and with its corrections; none where it was
 * reopened.
 */
export interface ClosedPeriodRow extends NamedClose, CorrectedClose {
  readonly micros: number;
  readonly entries: readonly JsonEntry[];
  readonly corrections: readonly JsonCorrection[];
}

/** Matches the rows that have corrected a closed period. */
function corrects(tenantId: unknown) {
  return sql`corrections.tenant_id = ${tenantId} and corrections.corrects_drawer_id = closes.drawer_id
    and corrections.corrects_period = closes.period and closes.reopened_at is null`;
}

function correctedCash(tenantId: unknown) {
  return sql`coalesce((select sum(corrections.paise) from payments as corrections
    where ${corrects(tenantId)} and corrections.method = 'Cash'), 0)::bigint as corrected_paise`;
}

function closedPeriod(tenantId: unknown) {
  return sql`${namedClose(tenantId)}, ${microsOf('closes.closed_at')} as micros, coalesce((
      select json_agg(json_build_object('kind', entries.kind, 'id', entries.id, 'paise', entries.paise,
        'reason', entries.reason, 'noted_at', entries.noted_at, 'name', ${bookName(tenantId, 'entries.noted_by')})
        order by entries.noted_at, entries.id)
      from drawer_entries as entries
      where entries.tenant_id = ${tenantId} and entries.drawer_id = closes.drawer_id
        and entries.drawer_period = closes.period and closes.reopened_at is null), '[]') as entries,
    ${correctedCash(tenantId)}, coalesce((
      select json_agg(json_build_object('id', corrections.id, 'paise', corrections.paise,
        'method', corrections.method, 'reason', corrections.reason, 'taken_at', corrections.taken_at,
        'name', ${bookName(tenantId, 'corrections.noted_by')})
        order by corrections.taken_at, corrections.paise, corrections.id)
      from payments as corrections where ${corrects(tenantId)}), '[]') as corrections`;
}

/** Matches the closes on days in India. */
function closedOn(tenantId: unknown, { from, to }: DayRange) {
  return sql`closes.tenant_id = ${tenantId}
    and closes.closed_at >= ${from}::date::timestamp at time zone 'Asia/Kolkata'
    and closes.closed_at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
}

/** Writes the instant of a cursor. */
function toInstant(micros: unknown) {
  return sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
}

interface Page extends DayRange {
  /** The close before the page. */
  readonly micros: number;
  readonly id: string;
  readonly limit: number;
}

/** Lists the closes of all drawers before a key, newest first. */
export const listClosesBefore = statement<Page, ClosedPeriodRow>(
  (_, { tenantId, from, to, micros, id, limit }) => sql<ClosedPeriodRow>`
    select ${closedPeriod(tenantId)} from drawer_closes as closes
    where ${closedOn(tenantId, { from, to })}
      and (closes.closed_at, closes.id) < (${toInstant(micros)}, ${id}::uuid)
    order by closes.closed_at desc, closes.id desc limit ${limit}`,
);

/** Lists the closes of all drawers after a key, oldest first. */
export const listClosesAfter = statement<Page, ClosedPeriodRow>(
  (_, { tenantId, from, to, micros, id, limit }) => sql<ClosedPeriodRow>`
    select ${closedPeriod(tenantId)} from drawer_closes as closes
    where ${closedOn(tenantId, { from, to })}
      and (closes.closed_at, closes.id) > (${toInstant(micros)}, ${id}::uuid)
    order by closes.closed_at, closes.id limit ${limit}`,
);

/** Lists the closes of some days that were not reopened, without names. */
export const listStandingCloses = statement<DayRange, CorrectedClose>(
  (_, { tenantId, from, to }) => sql<CorrectedClose>`
    select ${sql.join(closeColumns.map((name) => sql.ref(name)))}, ${correctedCash(tenantId)}
    from drawer_closes as closes
    where ${closedOn(tenantId, { from, to })} and closes.reopened_at is null order by closes.closed_at`,
);

/** Reads the row by which a close handed cash over to a drawer. */
export const readHandover = statement<
  { closeId: string },
  { drawer_id: string; drawer_period: number; paise: number }
>((db, { tenantId, closeId }) =>
  db
    .selectFrom('drawer_entries')
    .select(['drawer_id', 'drawer_period', 'paise'])
    .where('tenant_id', '=', tenantId)
    .where('close_id', '=', closeId)
    .where('paise', '>', 0),
);
