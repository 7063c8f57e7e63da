import { mostCounted, mostOwed } from '@samay/contract/bookings/appointments';
import { Status, type StatusFilter } from '@samay/contract/bookings/statuses';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Appointments } from '../../../db/schema.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { occupiesWithin } from '../../availability/index.ts';
import { owesMoney, owedPaise } from '../../bookings/index.ts';
import {
  shownStatement,
  isPastKey,
  type Key,
  listOrder,
  type ListView,
  visible,
} from '../../visibility/index.ts';
import { type SearchValues, searchValues } from './search-queries.ts';

const columns = [
  'id',
  'reference',
  'person_name',
  'person_contact',
  'patient_id',
  'doctor',
  'resource_id',
  'appointment_date',
  'appointment_time',
  'status',
  'status_set_at',
  'status_set_by',
  'arrived_at',
  'confirmed_at',
  'own_change',
  'source',
  'started_at',
  'delay_min',
  'walk_in',
  'price_paise',
  'charges_paise',
  'discount_paise',
  'allowed_paise',
  'amount_paise',
  'payment_method',
  'payment_id',
  'prescription_id',
  'overbooked_reason',
  'series_id',
  'duration_min',
] as const;

/** The columns of a booking that the list reads, all of one table. Times are `HH:MM:SS`. */
export type ListedRow = Pick<Selectable<Appointments>, (typeof columns)[number]>;

const listedColumns = sql.join(columns.map((column) => sql.ref(`appointments.${column}`)));

/**
 * With more matches than this, walking down the list finds a page sooner than collecting them
 * first.
 */
export const mostFound = 1_000;

/** The days to which a list is limited, both included. */
interface Days {
  readonly since: string;
  readonly until: string;
  /** Whether only bookings that occupy a doctor or a court then are meant. */
  readonly occupied: boolean;
}

/** The position of a page in the list. */
export interface PagePosition {
  readonly key: Key;
  readonly side: 'after' | 'before';
}

/** The filters of a list. */
export interface Asked {
  readonly status: StatusFilter;
  readonly search: string | undefined;
  readonly resource: string | undefined;
  readonly days: Days | undefined;
  /** The last day of the bookings that are due, where only these are listed. */
  readonly dueUntil: string | undefined;
}

export interface Page extends Asked {
  readonly position: PagePosition | undefined;
  readonly limit: number;
}

interface AskedValues extends SearchValues {
  readonly resource: string;
  readonly since: string;
  readonly until: string;
  readonly dueUntil: string;
}

interface PageValues extends AskedValues {
  readonly status: string;
  readonly keyDate: string;
  readonly keyTime: string;
  readonly keyId: string;
  readonly limit: number;
}

type AskedShape = {
  readonly isSearch: boolean;
  readonly isOfOne: boolean;
  readonly days: 'all' | 'some' | 'occupied';
};

type PageShape = AskedShape & {
  readonly side: PagePosition['side'] | undefined;
  readonly isAll: boolean;
  readonly isDue: boolean;
};

type Of<Values> = Values & { readonly tenantId: TenantId };

const always = sql<boolean>`true`;

/**
 * Selects at most `limit` rows in list order, from the top or on either side of a key. Rows before
 * a key come nearest first. A search walks down the list and compares each booking: it suits many
 * matches, and dues. Without a search each unit of a doctor or court is walked along its own index:
 * otherwise the few bookings of one would be searched among all others.
 */
export function listRows(view: ListView, page: Page): Statement<ListedRow> {
  return selectRows(view, pageValues(page), pageShape(page));
}

const selectRows = shownStatement<PageValues, ListedRow, PageShape>((_, view, values, shape) => {
  const order = sql`order by ${listOrder(view.order, shape.side === 'before')} limit ${values.limit}`;
  const rows = sql<ListedRow>`select ${listedColumns} from appointments
    where appointments.tenant_id = ${values.tenantId}::uuid and ${matching(shape, values)}
      and ${onPage(view, values, shape)}`;
  if (!shape.isOfOne) return sql<ListedRow>`${rows} ${order}`;
  if (shape.isSearch) return sql<ListedRow>`${rows} and ${ofResource(values)} ${order}`;
  return sql<ListedRow>`select ${listedColumns} from (${selectUnits(values)}) as units
    cross join lateral (${rows} and appointments.resource_id = units.id ${order}) as appointments ${order}`;
});

type StatusCounts = Record<Status, number>;

const countsByStatus = sql.join(
  Status.options.map(
    (status) => sql`(count(*) filter (where status = ${sql.lit(status)}))::int as ${sql.ref(status)}`,
  ),
);

/**
 * A row of a search, with the counts by status of all matches that the plan shows. `matches` counts
 * the hidden ones too.
 */
type FoundRow = ListedRow & StatusCounts & { readonly matches: number };

/**
 * Selects a page of the matches of a search, which are found once: name, doctor, contact and
 * reference, folded and at any position, and telephone numbers by their digits. Where the page is
 * empty, one row without an id carries the counts. They are wrong where `matches` is above
 * `mostFound`.
 */
export function listFound(
  view: ListView,
  page: Page,
): Statement<FoundRow | (FoundRow & { readonly id: null })> {
  return selectFound(view, pageValues(page), pageShape(page));
}

const selectFound = shownStatement<PageValues, FoundRow, PageShape>((_, view, values, shape) => {
  const order = sql`order by ${listOrder(view.order, shape.side === 'before')}`;
  const most = sql.lit(mostFound + 1);
  const ofOne = shape.isOfOne ? foundOfResource(values) : always;
  return sql<FoundRow>`with found as materialized (
      select id, status, appointment_date, appointment_time
      from search_bookings(${values.pattern}, ${values.patterns}::text[], ${values.number}, ${most})
    ), counted as (
      select (select count(*) from found)::int as matches, ${countsByStatus} from found as appointments
      where ${visible(view.order, view.visibility)} and ${ofOne} and ${ofDays(shape, values)}
    ), page as (
      select id from found as appointments where ${onPage(view, values, shape)} and ${ofOne}
      ${order} limit ${values.limit}
    )
    select matches, scheduled, completed, cancelled, no_show, ${listedColumns} from counted
    left join (page join appointments
      on appointments.tenant_id = ${values.tenantId}::uuid and appointments.id = page.id) on true
    ${order}`;
});

/** Matches the found bookings of a resource: they carry only their keys. */
function foundOfResource(values: PageValues & { readonly tenantId: TenantId }): RawBuilder<boolean> {
  return sql<boolean>`exists (select from appointments as of_one where of_one.tenant_id = ${values.tenantId}::uuid
    and of_one.id = appointments.id and of_one.resource_id = any(array(${selectUnits(values)})))`;
}

/**
 * Counts by status the bookings that the plan shows and that match a search, or are of a resource
 * or of some days. One row.
 */
export function countMatches(view: ListView, asked: Asked): Statement<StatusCounts> {
  return selectCounts(view, askedValues(asked), askedShape(asked));
}

const selectCounts = shownStatement<AskedValues, StatusCounts, AskedShape>(
  (_, { order, visibility }, values, shape) => sql<StatusCounts>`select ${countsByStatus} from appointments
    where tenant_id = ${values.tenantId}::uuid and ${visible(order, visibility)} and ${matching(shape, values)}
      and ${shape.isOfOne ? ofResource(values) : always} and ${ofDays(shape, values)}`,
);

/**
 * Counts by status the bookings of a resource that the plan shows, each status up to `mostCounted`.
 * One row.
 */
export const countOfResource = shownStatement<{ resource: string }, StatusCounts>(
  (_, { order, visibility }, values) => {
    const upTo = (status: Status) => sql`(select count(*) from (
      select from appointments where tenant_id = ${values.tenantId}::uuid and ${ofResource(values)}
        and status = ${sql.lit(status)} and ${visible(order, visibility)} limit ${sql.lit(mostCounted)}
    ) as counted)::int as ${sql.ref(status)}`;
    return sql<StatusCounts>`select ${sql.join(Status.options.map(upTo))}`;
  },
);

/**
 * Sums the dues of the shown bookings, all or those of a resource or of some days, the latest first
 * and at most one more than `mostOwed`. One row.
 */
export function sumOwed(
  view: ListView,
  dueUntil: string,
  { resource, days }: Partial<Pick<Asked, 'resource' | 'days'>>,
): Statement<OwedSum> {
  const asked = { search: undefined, resource, days, dueUntil };
  return selectOwed(view, askedValues(asked), askedShape(asked));
}

export interface OwedSum {
  readonly total: number;
  readonly bookings: number;
}

const selectOwed = shownStatement<AskedValues, OwedSum, AskedShape>(
  (_, { order, visibility }, values, shape) => {
    const { isOfOne } = shape;
    const latestOwed = sql`select price_paise, charges_paise, discount_paise, allowed_paise, amount_paise,
        appointment_date from appointments
      where tenant_id = ${values.tenantId}::uuid and ${isDueUntil(values.dueUntil)} and ${visible(order, visibility)}
        and ${isOfOne ? sql`appointments.resource_id = units.id` : always} and ${ofDays(shape, values)}
      order by appointment_date desc limit ${sql.lit(mostOwed + 1)}`;
    const rows = isOfOne
      ? sql`(${selectUnits(values)}) as units cross join lateral (${latestOwed})`
      : sql`(${latestOwed})`;
    return sql<OwedSum>`
    select coalesce(sum(owed) filter (where place <= ${sql.lit(mostOwed)}), 0)::bigint as total,
      count(*)::int as bookings from (
      select ${owedPaise} as owed,
        row_number() over (order by appointment_date desc) as place
      from ${rows} as appointments
      order by appointment_date desc limit ${sql.lit(mostOwed + 1)}
    ) as latest`;
  },
);

interface ResourceName {
  readonly id: string;
  readonly name: string;
}

/** Lists the names of a business's courts, archived ones too. */
export const listResourceNames = statement<object, ResourceName>((db, { tenantId }) =>
  db.selectFrom('resources').select(['id', 'name']).where('tenant_id', '=', tenantId),
);

function pageValues({ status, position, limit, ...asked }: Page): PageValues {
  const { date = '', time = '', id = '' } = position?.key ?? {};
  return { ...askedValues(asked), status, keyDate: date, keyTime: time, keyId: id, limit };
}

function askedValues({ search, resource = '', days, dueUntil = '' }: Omit<Asked, 'status'>): AskedValues {
  const { since = '', until = '' } = days ?? {};
  return { ...searchValues(search), resource, since, until, dueUntil };
}

function pageShape({ status, position, ...asked }: Page): PageShape {
  const isDue = asked.dueUntil !== undefined;
  return { ...askedShape(asked), side: position?.side, isAll: status === 'all', isDue };
}

function askedShape({ search, resource, days }: Pick<Asked, 'search' | 'resource' | 'days'>): AskedShape {
  return {
    isSearch: Boolean(search),
    isOfOne: resource !== undefined,
    days: days ? (days.occupied ? 'occupied' : 'some') : 'all',
  };
}

/** Matches the rows of a page that the plan shows, without the search and the resource. */
function onPage(
  { order, visibility }: ListView,
  values: Of<PageValues>,
  shape: PageShape,
): RawBuilder<boolean> {
  const status = shape.isAll
    ? sql`appointments.status <> 'cancelled'`
    : sql`appointments.status = ${values.status}`;
  const due = shape.isDue ? isDueUntil(values.dueUntil) : always;
  const key = { date: values.keyDate, time: values.keyTime, id: values.keyId };
  const past = shape.side ? isPastKey(order, key, shape.side) : always;
  return sql<boolean>`${visible(order, visibility)} and ${status} and ${ofDays(shape, values)}
    and ${due} and ${past}`;
}

/**
 * Matches the bookings of some days. If only occupying ones are meant, those that began, or whose
 * buffer begins, the evening before are matched too.
 */
function ofDays(
  { days }: Pick<AskedShape, 'days'>,
  { tenantId, since, until }: Of<Pick<AskedValues, 'since' | 'until'>>,
): RawBuilder<boolean> {
  if (days === 'all') return always;
  if (days === 'some')
    return sql<boolean>`appointments.appointment_date >= ${since}::date and appointments.appointment_date <= ${until}::date`;
  return sql<boolean>`appointments.appointment_date >= ${since}::date - 1 and appointments.appointment_date <= ${until}::date + 1
    and ${occupiesWithin(tenantId, { from: since, to: until })}`;
}

/** Matches the bookings of a doctor or court, of its parts and of its whole. */
function ofResource(values: Of<{ resource: string }>): RawBuilder<boolean> {
  return sql<boolean>`appointments.resource_id = any(array(${selectUnits(values)}))`;
}

/**
 * Lists the resource with its parts, or with its whole: every unit that a booking of it may occupy.
 */
function selectUnits({ tenantId, resource }: Of<{ resource: string }>): RawBuilder<unknown> {
  return sql`select id from resources where tenant_id = ${tenantId}::uuid and (id = ${resource}::uuid or whole_id = ${resource}::uuid
    or id = (select whole_id from resources where tenant_id = ${tenantId}::uuid and id = ${resource}::uuid))`;
}

/** Matches the bookings up to a day that owe money. */
function isDueUntil(day: string): RawBuilder<boolean> {
  return sql<boolean>`${owesMoney} and appointments.appointment_date <= ${day}::date`;
}

/**
 * Matches a search by a `case`: PostgreSQL estimates it at half of the rows and walks the index; it
 * estimates LIKE at almost none and would sort them all.
 */
function matching(
  { isSearch }: Pick<AskedShape, 'isSearch'>,
  { patterns, number }: SearchValues,
): RawBuilder<boolean> {
  if (!isSearch) return always;
  const text = sql`appointments.search_text`;
  return sql<boolean>`(case when ${text} like all(${patterns}::text[]) or ${text} like ${number}::text then true else false end)`;
}
