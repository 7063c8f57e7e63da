import { type RawBuilder, sql } from 'kysely';
import { mostWordsForResources, type WordKind } from '@samay/contract/imports/words';
import type { TenantId } from '../../../db/tenant.ts';
import { statement } from '../../../db/statement.ts';
import { isInLines, type Lines } from './people-queries.ts';

// Each statement handles the rows of some lines of one import of bookings together.

/** Some lines of an import of bookings, and the instant at which they are handled. */
export interface BookingLines extends Lines {
  readonly now: Date;
}

type Own = BookingLines & { readonly tenantId: TenantId };

const told = (name: string) => sql<string | null>`(own.content ->> ${sql.lit(name)})`;
const toldPaise = (name: string) => sql<number | null>`(own.content ->> ${sql.lit(name)})::int`;
const day = sql`(own.content ->> 'date')::date`;
const time = sql`(own.content ->> 'time')::time`;
const startsAt = sql`(${day} + ${time}) at time zone 'Asia/Kolkata'`;
const paid = sql`nullif(${toldPaise('paidPaise')}, 0)`;
const hasEnded = sql`(own.content ->> 'status' in ('cancelled', 'no_show'))`;

/** Matches a row whose booking is to come and claims its time. */
function isToCome({ now }: Own): RawBuilder<boolean> {
  return sql<boolean>`(${startsAt} > ${now}::timestamptz and coalesce(own.content ->> 'status', '') <> 'cancelled')`;
}

/** The status that a booking gets: a past one took place, unless the file says that it did not. */
function status(values: Own): RawBuilder<string> {
  return sql<string>`case when ${isToCome(values)} then 'scheduled' when ${hasEnded} then own.content ->> 'status'
    else 'completed' end`;
}

/** Matches the rows that are brought in: neither refused nor known, and not handled before. */
function isNew(values: Own): RawBuilder<boolean> {
  return sql<boolean>`${isInLines('own', values)} and own.outcome = 'new' and own.state = 'waiting'`;
}

/** Selects the ids of the bookings of these rows. */
function newIds(values: Own): RawBuilder<unknown> {
  return sql`array(select own.new_id from import_rows as own where ${isNew(values)})`;
}

/** Selects a problem of the whole row as `RowProblem` of the contract. */
function problem(code: string, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_array(jsonb_build_object('column', null, 'code', ${sql.lit(code)}, 'text', ${text}))`;
}

/** Selects the units that a resource claims: its parts, or itself without any, as `unit`. */
function selectUnits(tenantId: TenantId, resource: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select units.id from resources as units where units.tenant_id = ${tenantId}::uuid
    and case when exists (select from resources as parts where parts.tenant_id = ${tenantId}::uuid
        and parts.whole_id = ${resource} and parts.archived_at is null)
      then units.whole_id = ${resource} and units.archived_at is null else units.id = ${resource} end) as unit`;
}

/** The minutes of a booking to come, and its claim with the buffers of its service. */
const minutes = sql`coalesce((own.content ->> 'minutes')::int, service.duration_min, 30)`;
const claimStart = sql`(${startsAt} - make_interval(mins => coalesce(service.buffer_before_min, 0)))`;
const claimEnd = sql`(${startsAt} + make_interval(mins => ${minutes} + coalesce(service.buffer_after_min, 0)))`;

/**
 * The reference that the booking of a row gets. The search index has each part of it, which is the same in all
 * rows of a file but for their lines. All lines have as many digits, so that none is found by the beginning of another.
 */
const newReference = sql`'imported_' || right(own.import_id::text, 12) || '_' || lpad(own.line::text, 7, '0')`;

/** Locks the day up to which money is locked: no lock of a month is set until these rows are in. */
export const lockMonths = statement<object, object>(
  (_, { tenantId }) => sql`select from business_profiles where tenant_id = ${tenantId} for key share`,
);

/** The problems that a check finds, which the next one may not find any more. */
const judged = ['service.unknown', 'resource.unknown', 'time.taken', 'date.locked', 'word.left_out'];

/** Matches the rows that are judged: those without problems, and in another check those refused by the last one. */
function isJudged(values: Own, isCheck: boolean): RawBuilder<boolean> {
  const { tenantId, id, from, to } = values;
  if (!isCheck) return isInLines('own', values);
  return sql<boolean>`own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid
    and own.line between ${from} and ${to} and own.content is not null
    and (own.problems = '[]' or own.problems -> 0 ->> 'code' in (${sql.join(judged.map((code) => sql.lit(code)))}))`;
}

/**
 * Selects what was chosen for the folded word of a row as `WordUse` of the contract. The choices are taken out of
 * their row once for a statement. None counts for a column with too many words (`hasTooMany`): nobody sees it.
 */
function chosenFor(kind: WordKind, { tenantId, id }: Own): RawBuilder<unknown> {
  const choices = sql`imports.choices -> ${sql.lit(kind)}`;
  const seen =
    kind === 'resource'
      ? sql`case when (imports.words -> 'resource' ->> 'total')::int > ${sql.lit(mostWordsForResources)} then null else ${choices} end`
      : choices;
  return sql`((select ${seen} from imports
    where imports.tenant_id = ${tenantId}::uuid and imports.id = ${id}::uuid) -> word.${sql.ref(kind)})`;
}

/**
 * Notes what the rows would do to the business. A row names doctor or court and service by the words of the
 * business, or by what was chosen for its words; a past one keeps words that name none, and one to come needs
 * its doctor or court, and its time.
 */
export const judgeBookings = statement<BookingLines, object, { isCheck: boolean }>(
  (_, values, { isCheck }) => {
    const { tenantId, id } = values;
    // Once an import runs, what was to be added has been.
    const willBeAdded = isCheck
      ? sql`chosen.resource ->> 'use' = 'added' and resource.id is null`
      : sql`false`;
    const leftOut = (kind: WordKind) =>
      sql`case when ${sql.ref(kind)}.id is null and chosen.${sql.ref(kind)} ->> 'use' = 'left_out' then ${told(kind)} end`;
    // The names of the services are folded once, and not for each row.
    return sql`with offered as materialized (
      select id, duration_min, buffer_before_min, buffer_after_min, fold_name(name) as folded from services
      where services.tenant_id = ${tenantId}::uuid and services.archived_at is null
    )
    update import_rows as own set (patient_id, service_id, resource_id, problems, outcome) = (
      select judged.patient_id, judged.service_id, judged.resource_id, judged.problems,
        case when judged.problems <> '[]' then 'refused' when judged.is_known then 'same' else 'new' end
      from (
        select known.id as patient_id, service.id as service_id, resource.id as resource_id, booked.is_known,
          case when booked.is_known then '[]'::jsonb
            when ${day} <= (select money_locked_until from business_profiles where business_profiles.tenant_id = ${tenantId}::uuid)
              then ${problem('date.locked', sql`'The books of this day are locked'`)}
            when coalesce(${leftOut('service')}, ${leftOut('resource')}) is not null then ${problem(
              'word.left_out',
              sql`'“' || coalesce(${leftOut('service')}, ${leftOut('resource')}) || '” is left out by choice'`,
            )}
            when not ${isToCome(values)} or ${willBeAdded} then '[]'::jsonb
            when resource.id is null then ${problem(
              'resource.unknown',
              sql`case when ${told('resource')} is null then 'The file does not say with whom or where'
                else '“' || ${told('resource')} || '” is not known here' end`,
            )}
            when taken.words is not null then ${problem('time.taken', sql`'This time is taken by ' || taken.words`)}
            else '[]'::jsonb end as problems
        from (
          select fold_name(${told('service')}) as service, fold_name(${told('resource')}) as resource offset 0
        ) as word
        cross join lateral (
          select ${chosenFor('service', values)} as service, ${chosenFor('resource', values)} as resource offset 0
        ) as chosen
        left join lateral (
          select patients.id from patients where patients.tenant_id = ${tenantId}::uuid
            and patients.person_key = own.person_key and fold_name(patients.name) = own.folded_name limit 1
        ) as known on true
        left join lateral (
          select offered.id, offered.duration_min, offered.buffer_before_min, offered.buffer_after_min from offered
          where offered.folded = word.service or offered.id::text = chosen.service ->> 'id'
          order by offered.id::text = chosen.service ->> 'id' limit 1
        ) as service on true
        left join lateral (
          select min(resources.id::text)::uuid as id from resources
          where resources.tenant_id = ${tenantId}::uuid and resources.archived_at is null
            and case when ${told('resource')} is null then resources.whole_id is null
              else resources.name_key = word.resource end
          having count(*) = 1
        ) as named on true
        left join lateral (
          select resources.id from resources where resources.tenant_id = ${tenantId}::uuid
            and resources.archived_at is null and resources.id = coalesce(named.id, (chosen.resource ->> 'id')::uuid)
        ) as resource on true
        cross join lateral (
          select exists (select from appointments where appointments.tenant_id = ${tenantId}::uuid
              and appointments.patient_id = known.id and appointments.appointment_date = ${day}
              and appointments.appointment_time = ${time}
              and (resource.id is null or appointments.resource_id is null or appointments.resource_id = resource.id))
            or exists (select from import_rows as earlier where earlier.tenant_id = ${tenantId}::uuid
              and earlier.import_id = ${id}::uuid and earlier.person_key = own.person_key and earlier.line < own.line
              and earlier.folded_name = own.folded_name and earlier.outcome is distinct from 'refused'
              and earlier.content ->> 'date' = ${told('date')} and earlier.content ->> 'time' = ${told('time')}
              and earlier.content ->> 'resource' is not distinct from ${told('resource')}) as is_known
        ) as booked
        left join lateral (
          select coalesce(other.person_name || ' (' || to_char(other.appointment_time, 'HH24:MI') || ', ' || other.reference || ')',
            'another booking') as words
          from claims left join appointments as other
            on other.tenant_id = ${tenantId}::uuid and other.id = claims.appointment_id
          where claims.tenant_id = ${tenantId}::uuid and not claims.overbooked
            and (claims.expires_at is null or claims.expires_at > ${values.now})
            and claims.starts_at < ${claimEnd} and claims.ends_at > ${claimStart}
            and claims.starts_at > ${claimStart} - interval '20 hours'
            and claims.resource_id in (select unit.id from ${selectUnits(tenantId, sql`resource.id`)})
          order by claims.starts_at limit 1
        ) as taken on ${isToCome(values)}
        offset 0
      ) as judged
    )
    where ${isJudged(values, isCheck)} and own.state = 'waiting'`;
  },
);

/** Notes the person of each new booking. */
export const notePersons = statement<BookingLines, object>(
  (_, values) => sql`update import_rows as own set patient_id = (
      select patients.id from patients where patients.tenant_id = ${values.tenantId}::uuid
        and patients.person_key = own.person_key and fold_name(patients.name) = own.folded_name limit 1
    ) where ${isNew(values)}`,
);

/** Deletes the holds that have ended: they are in nobody's way. */
export const deleteEndedHolds = statement<{ now: Date }, object>(
  (_, { tenantId, now }) => sql`delete from claims where tenant_id = ${tenantId} and expires_at <= ${now}`,
);

/** Claims the times of the bookings to come, where they are free. */
export const claimTimes = statement<BookingLines, object>(
  (_, values) => sql`insert into claims (tenant_id, id, resource_id, appointment_id, starts_at, ends_at)
    select own.tenant_id, md5(own.new_id::text || unit.id::text)::uuid, unit.id, own.new_id, ${claimStart}, ${claimEnd}
    from import_rows as own
    left join services as service on service.tenant_id = ${values.tenantId}::uuid and service.id = own.service_id
    cross join lateral ${selectUnits(values.tenantId, sql`own.resource_id`)}
    where ${isNew(values)} and ${isToCome(values)}
    order by own.line, unit.id
    on conflict do nothing`,
);

/**
 * Refuses the bookings to come whose times another row of the file, or a user meanwhile, has got. Their lines are
 * selected first: Citus compares no row's date with the time in an update itself.
 */
export const refuseUnclaimed = statement<BookingLines, object>((_, values) => {
  const { tenantId, id } = values;
  return sql`update import_rows as refused
    set outcome = 'refused', problems = ${problem('time.taken', sql`'Another row of the file or the desk has this time'`)}
    where refused.tenant_id = ${tenantId}::uuid and refused.import_id = ${id}::uuid and refused.line = any(array(
      select own.line from import_rows as own where ${isNew(values)} and ${isToCome(values)} and exists (
        select from ${selectUnits(tenantId, sql`own.resource_id`)} where not exists (
          select from claims where claims.tenant_id = ${tenantId}::uuid
            and claims.appointment_id = own.new_id and claims.resource_id = unit.id))))`;
});

/** Gives back what a refused booking has claimed of a whole court. */
export const dropPartialClaims = statement<BookingLines, object>(
  (_, { tenantId, id, from, to }) => sql`delete from claims where claims.tenant_id = ${tenantId}::uuid
    and claims.appointment_id = any(array(select own.new_id from import_rows as own
      where own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid and own.line between ${from} and ${to}
        and own.outcome = 'refused'))`,
);

/**
 * Adds the bookings, by an alias, without which Citus refuses what is returned. A past one costs what was paid and is still owed. A reminder of one to come is sent where the owner
 * chose so. They take no place of the plan.
 */
export const addBookings = statement<
  BookingLines & { by: string; isClinic: boolean; getsReminders: boolean },
  object
>((_, values) => {
  const { tenantId, now, by, isClinic } = values;
  const owed = sql`nullif(coalesce(${paid}, 0) + coalesce(${toldPaise('duePaise')}, 0), 0)`;
  return sql`insert into appointments as added (tenant_id, id, reference, person_name, person_email, person_contact, patient_id,
      doctor, appointment_date, appointment_time, resource_id, service_id, service_name, duration_min,
      buffer_before_min, buffer_after_min, price_paise, source, counts_in_plan, gets_reminders, status,
      amount_paise, revenue_paise, paid_by, payment_method, kept_on, created_by, created_at, updated_at)
    select own.tenant_id, own.new_id, ${newReference}, own.content -> 'person' ->> 'name',
      own.content -> 'person' ->> 'email', own.content -> 'person' ->> 'contact', own.patient_id,
      case when ${isClinic} then coalesce(resource.name, ${told('resource')}) end, ${day}, ${time}, own.resource_id, own.service_id,
      coalesce(service.name, ${told('service')}), case when own.resource_id is not null then ${minutes} else (own.content ->> 'minutes')::int end,
      service.buffer_before_min, service.buffer_after_min,
      case when ${isToCome(values)} and ${toldPaise('duePaise')} is null then coalesce(${toldPaise('pricePaise')}, ${owed}) else ${owed} end,
      'imported', false, ${values.getsReminders}::boolean and ${isToCome(values)}, ${status(values)}, ${paid}, ${paid},
      case when ${paid} is not null then jsonb_build_object(coalesce(${told('method')}, ''), ${paid}) end, ${told('method')},
      case when ${status(values)} in ('cancelled', 'no_show') and ${paid} is not null then ${day} end, ${by}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from import_rows as own
    left join services as service on service.tenant_id = ${tenantId}::uuid and service.id = own.service_id
    left join resources as resource on resource.tenant_id = ${tenantId}::uuid and resource.id = own.resource_id
    where ${isNew(values)} returning added.id`;
});

/** Adds what was paid as rows of money that nobody received here: they are in no drawer. */
export const addPayments = statement<BookingLines & { by: string }, object>(
  (
    _,
    values,
  ) => sql`insert into payments as added (tenant_id, id, kind, appointment_id, paise, method, source, taken_at, noted_by)
    select own.tenant_id, md5(own.new_id || 'payment')::uuid, 'payment', own.new_id, ${paid}, ${told('method')}, 'imported',
      least(${startsAt}, ${values.now}::timestamptz), ${values.by}::uuid
    from import_rows as own where ${isNew(values)} and ${paid} is not null returning added.id`,
);

/** Adds the remarks of a clinic's file to the visits. */
export const addNotes = statement<BookingLines, object>(
  (_, values) => sql`insert into visit_notes as added (tenant_id, appointment_id, note, version, written_at)
    select own.tenant_id, own.new_id, ${told('note')}, 1, ${values.now}::timestamptz
    from import_rows as own where ${isNew(values)} and coalesce(${told('note')}, '') <> ''
    returning added.appointment_id`,
);

/** Locks the people of the new bookings in the order of their ids, as a booking does. */
export const lockBooked = statement<BookingLines, { id: string }>(
  (_, values) => sql<{
    id: string;
  }>`select patients.id from patients where patients.tenant_id = ${values.tenantId}::uuid
    and patients.id = any(array(select own.patient_id from import_rows as own where ${isNew(values)}))
    order by patients.id for no key update`,
);

/** Adds the new bookings to the tallies of their people and days. */
export const tallyAdded = [
  statement<BookingLines, object>((_, values) => tallyPeople(values.tenantId, newIds(values), '+')),
  statement<BookingLines, object>((_, values) => addDays(values.tenantId, newIds(values))),
  statement<BookingLines, object>((_, values) => addFees(values.tenantId, newIds(values))),
  statement<BookingLines, object>((_, values) => addMethods(values.tenantId, newIds(values))),
  statement<BookingLines, object>((_, values) => addFeeMethods(values.tenantId, newIds(values))),
];

/** Notes that the lines are handled. */
export const noteBooked = statement<BookingLines, object>(
  (_, values) => sql`update import_rows as own
    set state = 'done', appointment_id = case when own.outcome = 'new' then own.new_id end
    where ${isInLines('own', values)} and own.state = 'waiting'`,
);

type Ids = RawBuilder<unknown>;

const isAmong = (tenantId: TenantId, ids: Ids) =>
  sql`appointments.tenant_id = ${tenantId}::uuid and appointments.id = any(${ids})`;

/** Adds bookings to the tallies of their people, or takes them away. */
export function tallyPeople(tenantId: TenantId, ids: Ids, sign: '+' | '-'): RawBuilder<object> {
  const add = (name: string) =>
    sql`${sql.ref(name)} = patients.${sql.ref(name)} ${sql.raw(sign)} sums.${sql.ref(name)}`;
  const latest = sign === '+' ? sql`, latest_date = greatest(patients.latest_date, sums.latest)` : sql``;
  return sql<object>`update patients set ${add('bookings')}, ${add('completed')}, ${add('cancelled')}, ${add('no_shows')},
      ${add('revenue_paise')} ${latest}
    from (
      select patient_id, count(*)::int as bookings, (count(*) filter (where status = 'completed'))::int as completed,
        (count(*) filter (where status = 'cancelled'))::int as cancelled,
        (count(*) filter (where status = 'no_show'))::int as no_shows,
        coalesce(sum(amount_paise), 0)::bigint as revenue_paise, max(appointment_date) as latest
      from appointments where ${isAmong(tenantId, ids)} group by patient_id
    ) as sums
    where patients.tenant_id = ${tenantId}::uuid and patients.id = sums.patient_id`;
}

/** Selects what bookings add to the tallies of their days. */
export function daySums(tenantId: TenantId, ids: Ids): RawBuilder<unknown> {
  return sql`select appointment_date as day, (count(*) filter (where status = 'scheduled'))::int as scheduled,
      (count(*) filter (where status = 'completed'))::int as completed, (count(*) filter (where status = 'cancelled'))::int as cancelled,
      (count(*) filter (where status = 'no_show'))::int as no_show, (count(*) filter (where not counts_in_plan))::int as uncounted,
      (count(*) filter (where is_revenue(status, revenue_paise)))::int as revenue_bookings,
      coalesce(sum(revenue_paise) filter (where is_revenue(status, revenue_paise)), 0)::bigint as revenue_paise
    from appointments where ${isAmong(tenantId, ids)} group by appointment_date order by appointment_date`;
}

/** Selects the cancellation fees of bookings by the day on which they were kept. */
export function feeSums(tenantId: TenantId, ids: Ids): RawBuilder<unknown> {
  return sql`select kept_on as day, sum(revenue_paise)::bigint as paise
    from appointments where ${isAmong(tenantId, ids)} and kept_on is not null group by kept_on order by kept_on`;
}

/** Selects the revenue of bookings, or their fees, by day and method. */
export function methodSums(tenantId: TenantId, ids: Ids, by: 'revenue' | 'fee'): RawBuilder<unknown> {
  const [date, counts] =
    by === 'revenue'
      ? [sql`appointment_date`, sql`is_revenue(status, revenue_paise)`]
      : [sql`kept_on`, sql`kept_on is not null`];
  return sql`select ${date} as day, noted.method, count(*)::int as bookings, sum(noted.paise::bigint)::bigint as paise
    from appointments cross join lateral jsonb_each_text(paid_by) as noted (method, paise)
    where ${isAmong(tenantId, ids)} and ${counts} group by 1, 2 order by 1, 2`;
}

const dayColumns = [
  'scheduled',
  'completed',
  'cancelled',
  'no_show',
  'uncounted',
  'revenue_bookings',
  'revenue_paise',
] as const;

function addDays(tenantId: TenantId, ids: Ids): RawBuilder<object> {
  const names = sql.join(dayColumns.map((name) => sql.ref(name)));
  const sums = dayColumns.map(
    (name) => sql`${sql.ref(name)} = tally.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  );
  return sql<object>`insert into day_tallies as tally (tenant_id, day, ${names})
    select ${tenantId}::uuid, day, ${names} from (${daySums(tenantId, ids)}) as sums
    on conflict (tenant_id, day) do update set ${sql.join(sums)}`;
}

function addFees(tenantId: TenantId, ids: Ids): RawBuilder<object> {
  return sql<object>`insert into day_tallies as tally
      (tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise, fee_paise)
    select ${tenantId}::uuid, day, 0, 0, 0, 0, 0, 0, paise from (${feeSums(tenantId, ids)}) as sums
    on conflict (tenant_id, day) do update set fee_paise = tally.fee_paise + excluded.fee_paise`;
}

function addMethods(tenantId: TenantId, ids: Ids): RawBuilder<object> {
  return sql<object>`insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise)
    select ${tenantId}::uuid, day, method, bookings, paise from (${methodSums(tenantId, ids, 'revenue')}) as sums
    on conflict (tenant_id, day, payment_method) do update
      set bookings = tally.bookings + excluded.bookings, paise = tally.paise + excluded.paise`;
}

function addFeeMethods(tenantId: TenantId, ids: Ids): RawBuilder<object> {
  return sql<object>`insert into payment_tallies as tally (tenant_id, day, payment_method, bookings, paise, fee_paise)
    select ${tenantId}::uuid, day, method, 0, 0, paise from (${methodSums(tenantId, ids, 'fee')}) as sums
    on conflict (tenant_id, day, payment_method) do update set fee_paise = tally.fee_paise + excluded.fee_paise`;
}
