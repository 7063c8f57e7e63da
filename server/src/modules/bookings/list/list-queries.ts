import { mostCounted, mostOwed } from '@samay/contract/bookings/appointments';
import { Status, type StatusFilter } from '@samay/contract/bookings/statuses';
import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { appointmentColumns, type AppointmentRow, selectAppointments } from '../appointments/queries.ts';
import { shownStatement } from '../appointments/shown-queries.ts';
import { type SearchValues, searchValues } from './search-queries.ts';
import { type Days, dayShape, type DayShape, dayValues, type DayValues, ofDays } from './day-queries.ts';
import {
  inListOrder,
  isPastKey,
  type Key,
  listOrder,
  type ListOrder,
  type ListView,
  visible,
} from '../appointments/visibility-queries.ts';

const always = sql<boolean>`true`;

/**
 * With more matches than this, walking down the list finds a page sooner than collecting them
 * first.
 */
export const mostFound = 1_000;

type SearchShape = { readonly isSearch: boolean };

/** The place of a page in the list. */
export interface Beside {
  readonly key: Key;
  readonly side: 'after' | 'before';
}

export interface Page {
  readonly status: StatusFilter;
  readonly search: string | undefined;
  readonly resource: string | undefined;
  readonly days: Days | undefined;
  readonly beside: Beside | undefined;
  readonly limit: number;
  /** The last day of the bookings that are due, where only these are listed. */
  readonly dueUntil?: string | undefined;
}

interface PageValues extends SearchValues, ResourceValues, DayValues {
  readonly status: string;
  readonly keyDate: string;
  readonly keyTime: string;
  readonly keyId: string;
  readonly limit: number;
  readonly dueUntil: string;
}

interface ResourceValues {
  readonly resource: string;
}

type PageShape = DayShape & {
  readonly side: Beside['side'] | undefined;
  readonly isAll: boolean;
  readonly isDue: boolean;
  readonly isOfOne: boolean;
};

/**
 * At most `limit` rows in list order, from the top or on either side of a key. Rows before a key
 * come nearest first. A search walks down the list and compares each booking; it is for what has
 * many matches.
 */
export function listRows(view: ListView, page: Page): Statement<AppointmentRow> {
  return selectRows(view, pageValues(page), { ...pageShape(page), isSearch: Boolean(page.search) });
}

const selectRows = shownStatement<PageValues, AppointmentRow, PageShape & SearchShape>(
  (db, view, values, shape) =>
    inListOrder(selectAppointments(db, values.tenantId), view.order, shape.side === 'before')
      .where('appointments.tenant_id', '=', values.tenantId)
      .where(visible(view.order, view.visibility))
      .where(matching(shape, values))
      .where(ofResource(shape, values))
      .where(onPage(view.order, values, shape))
      .limit(values.limit),
);

/**
 * Counts the bookings that the plan shows and that match a search, or are of a resource or of some
 * days, by status. One row.
 */
export function countMatches(
  view: ListView,
  { search, resource, days }: Pick<Page, 'search' | 'resource' | 'days'>,
): Statement<StatusCounts> {
  const shape = { isSearch: Boolean(search), ...dayShape(days), isOfOne: resource !== undefined };
  return selectCounts(view, { ...searchValues(search), ...dayValues(days), resource: resource ?? '' }, shape);
}

const selectCounts = shownStatement<
  SearchValues & ResourceValues & DayValues,
  StatusCounts,
  SearchShape & DayShape & Pick<PageShape, 'isOfOne'>
>(
  (_, { order, visibility }, values, shape) => sql<StatusCounts>`select ${countsByStatus} from appointments
    where tenant_id = ${values.tenantId}::uuid and ${visible(order, visibility)} and ${matching(shape, values)}
      and ${ofResource(shape, values)} and ${ofDays(shape, values)}`,
);

/**
 * Counts the bookings of a resource that the plan shows by status, each status up to `mostCounted`.
 * One row.
 */
export function countOfResource(view: ListView, resource: string): Statement<StatusCounts> {
  return selectCountsOfResource(view, { resource });
}

const selectCountsOfResource = shownStatement<ResourceValues, StatusCounts>(
  (_, { order, visibility }, values) => {
    const upTo = (status: Status) => sql`(select count(*) from (
      select from appointments where tenant_id = ${values.tenantId}::uuid and ${ofResource({ isOfOne: true }, values)}
        and status = ${sql.lit(status)} and ${visible(order, visibility)} limit ${sql.lit(mostCounted)}
    ) as counted)::int as ${sql.ref(status)}`;
    return sql<StatusCounts>`select ${sql.join(Status.options.map(upTo))}`;
  },
);

type StatusCounts = Record<Status, number>;

const countsByStatus = sql.join(
  Status.options.map(
    (status) => sql`(count(*) filter (where status = ${sql.lit(status)}))::int as ${sql.ref(status)}`,
  ),
);

/**
 * A row of a search, with the counts by status of all that it found and that the plan shows.
 * `matches` counts the hidden ones too.
 */
type FoundRow = AppointmentRow & StatusCounts & { readonly matches: number };

/**
 * The same page of the matches of a search, which are found once: name, doctor, contact and
 * reference, folded and at any position, and telephone numbers by their digits. Where
 * the page is empty, one row without an id carries the counts. They are wrong where `matches` is
 * above `mostFound`.
 */
export function listFound(
  view: ListView,
  page: Page,
): Statement<FoundRow | (FoundRow & { readonly id: null })> {
  return selectFound(view, pageValues(page), pageShape(page));
}

const selectFound = shownStatement<PageValues, FoundRow, PageShape>(
  (_, { order, visibility }, values, shape) => {
    const sortKeys = listOrder(order, shape.side === 'before');
    const keys = sql`appointments.id, appointments.status, appointments.appointment_date, appointments.appointment_time`;
    return sql<FoundRow>`with found as materialized (
      select ${keys} from search_bookings(${values.pattern}, ${values.patterns}::text[], ${values.number}, ${sql.lit(mostFound + 1)}) as appointments
    ), counted as (
      select (select count(*) from found)::int as matches, ${countsByStatus} from found as appointments
      where ${visible(order, visibility)} and ${foundOfResource(shape, values)} and ${ofDays(shape, values)}
    ), page as (
      select ${keys} from found as appointments
      where ${visible(order, visibility)} and ${foundOfResource(shape, values)} and ${onPage(order, values, shape)} order by ${sortKeys} limit ${values.limit}
    )
    select matches, scheduled, completed, cancelled, no_show, ${appointmentColumns(values.tenantId)} from counted
    left join (${pageJoined(values.tenantId)}) on true
    order by ${sortKeys}`;
  },
);

/**
 * At most `limit` rows of a doctor or court. Each of its units is walked along its own index: one
 * that has few bookings would be looked for among all others.
 */
export function listOfResource(view: ListView, page: Page): Statement<AppointmentRow> {
  return selectOfResource(view, pageValues(page), pageShape(page));
}

const selectOfResource = shownStatement<PageValues, AppointmentRow, PageShape>(
  (_, { order, visibility }, values, shape) => {
    const sortKeys = listOrder(order, shape.side === 'before');
    return sql<AppointmentRow>`with page as materialized (
      select appointments.id, appointments.appointment_date, appointments.appointment_time
      from (${unitsOf(values)}) as units cross join lateral (
        select appointments.id, appointments.appointment_date, appointments.appointment_time from appointments
        where appointments.tenant_id = ${values.tenantId}::uuid and appointments.resource_id = units.id
          and ${visible(order, visibility)} and ${onPage(order, values, shape)} order by ${sortKeys} limit ${values.limit}
      ) as appointments order by ${sortKeys} limit ${values.limit}
    )
    select ${appointmentColumns(values.tenantId)} from ${pageJoined(values.tenantId)} order by ${sortKeys}`;
  },
);

/** The rows of a page with their prescriptions and resources. */
function pageJoined(tenantId: string): RawBuilder<unknown> {
  return sql`page join appointments on appointments.tenant_id = ${tenantId}::uuid and appointments.id = page.id
    left join files on files.tenant_id = ${tenantId}::uuid and files.id = appointments.prescription_id
    left join resources on resources.tenant_id = ${tenantId}::uuid and resources.id = appointments.resource_id`;
}

type OfOne = ResourceValues & { readonly tenantId: TenantId };

/** The resource with its parts, or with its whole: what a booking of it may occupy. */
function unitsOf({ tenantId, resource }: OfOne): RawBuilder<unknown> {
  return sql`select id from resources where tenant_id = ${tenantId}::uuid and (id = ${resource}::uuid or whole_id = ${resource}::uuid
    or id = (select whole_id from resources where tenant_id = ${tenantId}::uuid and id = ${resource}::uuid))`;
}

function ofResource({ isOfOne }: Pick<PageShape, 'isOfOne'>, values: OfOne): RawBuilder<boolean> {
  return isOfOne ? sql<boolean>`appointments.resource_id = any(array(${unitsOf(values)}))` : always;
}

/** The same of a row that a search has found, which has no more than its keys. */
function foundOfResource({ isOfOne }: Pick<PageShape, 'isOfOne'>, values: OfOne): RawBuilder<boolean> {
  if (!isOfOne) return always;
  return sql<boolean>`exists (select from appointments as of_one where of_one.tenant_id = ${values.tenantId}::uuid
    and of_one.id = appointments.id and of_one.resource_id = any(array(${unitsOf(values)})))`;
}

function pageShape({ status, resource, days, beside, dueUntil }: Page): PageShape {
  return {
    ...dayShape(days),
    side: beside?.side,
    isAll: status === 'all',
    isDue: dueUntil !== undefined,
    isOfOne: resource !== undefined,
  };
}

function pageValues({ status, search, resource = '', days, beside, limit, dueUntil = '' }: Page): PageValues {
  const { date = '', time = '', id = '' } = beside?.key ?? {};
  return {
    ...searchValues(search),
    ...dayValues(days),
    resource,
    status,
    keyDate: date,
    keyTime: time,
    keyId: id,
    limit,
    dueUntil,
  };
}

function onPage(
  order: ListOrder,
  values: PageValues & OfOne,
  { side, isAll, isDue, days }: PageShape,
): RawBuilder<boolean> {
  const anyDay = isAll
    ? sql`appointments.status <> 'cancelled'`
    : sql`appointments.status = ${values.status}`;
  const ofStatus = days === 'all' ? anyDay : sql`${anyDay} and ${ofDays({ days }, values)}`;
  const key = { date: values.keyDate, time: values.keyTime, id: values.keyId };
  const status = isDue ? sql`${ofStatus} and ${isDueUntil(values.dueUntil)}` : ofStatus;
  return side ? sql<boolean>`${status} and ${isPastKey(order, key, side)}` : sql<boolean>`${status}`;
}

/**
 * The bookings of which less than the price was taken, up to a day. In the words of the index
 * appointments_due (migration 0076).
 */
function isDueUntil(day: string): RawBuilder<boolean> {
  return sql<boolean>`appointments.status in ('scheduled', 'completed') and appointments.price_paise > coalesce(appointments.amount_paise, 0)
    and appointments.appointment_date <= ${day}::date`;
}

/**
 * Sums up what the bookings owe that the plan shows, all or those of a resource or of some days,
 * the latest first and at most one more than `mostOwed`. One row.
 */
export function sumOwed(
  view: ListView,
  dueUntil: string,
  { resource, days }: Partial<Pick<Page, 'resource' | 'days'>>,
): Statement<OwedSum> {
  const shape = { ...dayShape(days), isOfOne: resource !== undefined };
  return selectOwed(view, { dueUntil, ...dayValues(days), resource: resource ?? '' }, shape);
}

export interface OwedSum {
  readonly total: number;
  readonly bookings: number;
}

const selectOwed = shownStatement<
  ResourceValues & DayValues & { dueUntil: string },
  OwedSum,
  DayShape & Pick<PageShape, 'isOfOne'>
>((_, { order, visibility }, values, shape) => {
  const { isOfOne } = shape;
  const latestOwed = sql`select price_paise, amount_paise, appointment_date from appointments
      where tenant_id = ${values.tenantId}::uuid and ${isDueUntil(values.dueUntil)} and ${visible(order, visibility)}
        and ${isOfOne ? sql`appointments.resource_id = units.id` : always} and ${ofDays(shape, values)}
      order by appointment_date desc limit ${sql.lit(mostOwed + 1)}`;
  return sql<OwedSum>`
    select coalesce(sum(owed) filter (where place <= ${sql.lit(mostOwed)}), 0)::bigint as total, count(*)::int as bookings from (
      select price_paise - coalesce(amount_paise, 0) as owed, row_number() over (order by appointment_date desc) as place
      from ${isOfOne ? sql`(${unitsOf(values)}) as units cross join lateral (${latestOwed})` : sql`(${latestOwed})`} as appointments
      order by appointment_date desc limit ${sql.lit(mostOwed + 1)}
    ) as latest`;
});

/**
 * PostgreSQL estimates a `case` at half of the rows and walks the index; it estimates LIKE at
 * almost none and would sort them all.
 */
function matching({ isSearch }: SearchShape, { patterns, number }: SearchValues): RawBuilder<boolean> {
  if (!isSearch) return always;
  const text = sql`appointments.search_text`;
  return sql<boolean>`(case when ${text} like all(${patterns}::text[]) or ${text} like ${number}::text then true else false end)`;
}
