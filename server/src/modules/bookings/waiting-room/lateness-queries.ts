import type { LatePerson } from '@samay/contract/bookings/lateness';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { Sitting } from '../../availability/index.ts';
import { shownAs } from '../../people/index.ts';
import { shownStatement, visible } from '../../visibility/index.ts';
import { type AppointmentRow, selectAppointments } from '../rows/queries.ts';
import type { WhatsAppMessageRow } from '../whatsapp-messages/queries.ts';

/** The minutes after their time at which a person who has not come is missing. */
const missingAfter = sql`interval '10 minutes'`;

/** The instant at which a visit had begun at the latest: one may be completed without a start. */
const begunAt = sql`coalesce(started_at, case when status = 'completed' then status_set_at end)`;

/** A doctor of a business that gives numbers, and their day so far. */
export interface DoctorsDayRow {
  readonly resource_id: string;
  /** Whether a visit of the sitting has begun, or of the night within two hours. */
  readonly has_begun: boolean;
  /** The first time that is still to be seen, without those who are missing or skipped; null for none. */
  readonly first_at: Date | null;
  /** The minutes and the instant that were said; null once it is over or a visit has begun since. */
  readonly late_min: number | null;
  readonly late_until: Date | null;
}

/** A sitting with the present. */
type SittingNow = Pick<Sitting, 'day' | 'from' | 'to' | 'since'> & { readonly now: Date };

/** The bookings of a doctor in a sitting. */
type OfDoctor = Pick<Sitting, 'day' | 'from' | 'to'> & { readonly resourceId: string };

/** Matches the bookings of a sitting by their start. */
const isOfSitting = ({ day, from, to }: Pick<Sitting, 'day' | 'from' | 'to'>) =>
  sql<boolean>`(appointments.appointment_date between ${day}::date - 1 and ${day}::date + 1
    and appointments.starts_at >= ${from}::timestamptz and appointments.starts_at < ${to}::timestamptz)`;

/** Reads the doctors of a business that gives numbers, with their sitting; no row of one that gives none. */
export const readDoctorsDays = statement<SittingNow, DoctorsDayRow>(
  (
    _,
    { tenantId, now, since, day, from, to },
  ) => sql<DoctorsDayRow>`select doctors.id as resource_id, seen.has_begun, seen.first_at,
      case when counts.is_late then doctors.late_min end as late_min, case when counts.is_late then doctors.late_until end as late_until
    from resources as doctors
    cross join lateral (select
        coalesce(bool_or(${begunAt} >= least(${since}::timestamptz, ${now}::timestamptz - interval '2 hours')), false) as has_begun,
        coalesce(bool_or(${begunAt} >= doctors.late_at), false) as has_begun_since,
        min(case when walk_in then arrived_at else starts_at + make_interval(mins => delay_min) end) filter (
          where status = 'scheduled' and started_at is null and coalesce(skipped_at < arrived_at, true)
            and (arrived_at is not null or starts_at + make_interval(mins => delay_min) + ${missingAfter} > ${now}::timestamptz)) as first_at
      from appointments
      where tenant_id = ${tenantId} and resource_id = doctors.id and ${isOfSitting({ day, from, to })}
        and status in ('scheduled', 'completed')) as seen
    cross join lateral (select doctors.late_until > ${now}::timestamptz and not seen.has_begun_since as is_late) as counts
    where doctors.tenant_id = ${tenantId} and doctors.kind = 'practitioner'
      and (select gives_tokens from business_profiles where tenant_id = ${tenantId})`,
);

/** Locks a doctor of the business until the transaction ends. */
export const lockDoctor = statement<{ resourceId: string }, { readonly id: string }>(
  (db, { tenantId, resourceId }) =>
    db
      .selectFrom('resources')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', resourceId)
      .where('kind', '=', 'practitioner')
      .where('archived_at', 'is', null)
      .forUpdate(),
);

interface WrittenLateness {
  readonly resourceId: string;
  readonly minutes: number | null;
  readonly until: Date | null;
  readonly at: Date | null;
}

export const writeLateness = statement<WrittenLateness, object>(
  (db, { tenantId, resourceId, minutes, until, at }) =>
    db
      .updateTable('resources')
      .set({ late_min: minutes, late_until: until, late_at: at })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', resourceId),
);

/** Lists the scheduled bookings of a doctor's sitting whose people have not come, by time. */
export const listAwaited = shownStatement<OfDoctor, AppointmentRow>(
  (db, { order, visibility }, { tenantId, resourceId, day, from, to }) =>
    selectAppointments(db, tenantId)
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.resource_id', '=', resourceId)
      .where(isOfSitting({ day, from, to }))
      .where('appointments.status', '=', 'scheduled')
      .where('appointments.arrived_at', 'is', null)
      .where(visible(order, visibility))
      .orderBy('appointments.starts_at')
      .orderBy('appointments.id')
      .limit(200),
);

/**
 * Lists the scheduled bookings of a doctor's sitting between two instants whose people have not come, whether the
 * plan shows them or not.
 */
export const listAwaitedIds = statement<OfDoctor & { after: Date; before: Date }, { readonly id: string }>(
  (db, { tenantId, resourceId, after, before, day, from, to }) =>
    db
      .selectFrom('appointments')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('resource_id', '=', resourceId)
      .where(isOfSitting({ day, from, to }))
      .where('status', '=', 'scheduled')
      .where('arrived_at', 'is', null)
      .where(sql<boolean>`starts_at + make_interval(mins => delay_min) > ${after}::timestamptz`)
      .where('starts_at', '<', before)
      .orderBy('id')
      .limit(200),
);

interface ToldRow extends WhatsAppMessageRow {
  readonly booking_id: string;
}

/** Lists the latest message of each of those people in that sitting which says that the doctor is late. */
export const listToldLate = statement<OfDoctor & { since: Date }, ToldRow>(
  (_, { tenantId, resourceId, since, day, from, to }) => sql<ToldRow>`
    select latest.id, latest.kind, latest.opened_at, latest.opened_by, users.full_name as name,
      appointments.id as booking_id
    from appointments
    join lateral (select id, kind, opened_at, opened_by from whatsapp_messages
      where whatsapp_messages.tenant_id = ${tenantId} and whatsapp_messages.appointment_id = appointments.id
        and whatsapp_messages.kind = 'late' and whatsapp_messages.undone_at is null
        and whatsapp_messages.opened_at >= ${since}::timestamptz
      order by opened_at desc limit 1) as latest on true
    left join users on users.id = latest.opened_by
    where appointments.tenant_id = ${tenantId} and appointments.resource_id = ${resourceId}
      and ${isOfSitting({ day, from, to })} and appointments.status = 'scheduled'`,
);

interface LateNoticeRow {
  readonly booking_id: string;
  readonly state: NonNullable<LatePerson['notice']>;
}

/**
 * Lists the notices that tell the people of a doctor's sitting that the doctor is late, without those that failed;
 * queued where one is about to be sent.
 */
export const listLateNotices = statement<OfDoctor & { now: Date }, LateNoticeRow>(
  (_, { tenantId, resourceId, now, day, from, to }) => sql<LateNoticeRow>`
    select booking_id, state from (
      select appointments.id as booking_id, coalesce(max(notices.state) filter (where notices.state <> 'failed'),
        case when count(notices.id) filter (where notices.created_at >= doctors.late_at) = 0 and telephone(appointments.person_contact) ~ '^[6-9][0-9]{9}$'
          and doctors.late_at > ${now}::timestamptz - interval '2 minutes'
          and exists (select from notice_channels where tenant_id = ${tenantId} and channel = 'whatsapp' and is_on
            and tells_changes and stopped_at is null) then 'queued' end) as state
      from appointments
      join resources as doctors on doctors.tenant_id = ${tenantId} and doctors.id = ${resourceId}
      left join notices on notices.tenant_id = ${tenantId} and notices.appointment_id = appointments.id
        and notices.kind = 'late'
      where appointments.tenant_id = ${tenantId} and appointments.resource_id = ${resourceId}
        and ${isOfSitting({ day, from, to })} and appointments.status = 'scheduled'
      group by appointments.id, appointments.person_contact, doctors.late_at) as told
    where state is not null`,
);

interface LanguageRow {
  readonly booking_id: string;
  readonly language: Language;
}

/** Lists the languages of the people of a doctor's sitting, where one is known. */
export const listLanguagesOf = statement<OfDoctor, LanguageRow>(
  (_, { tenantId, resourceId, day, from, to }) => sql<LanguageRow>`
    select appointments.id as booking_id, coalesce(shown.language, own.language) as language
    from appointments
    join patients as own on own.tenant_id = ${tenantId} and own.id = appointments.patient_id
    join patients as shown on shown.tenant_id = ${tenantId} and shown.id = ${shownAs('own')}
    where appointments.tenant_id = ${tenantId} and appointments.resource_id = ${resourceId}
      and ${isOfSitting({ day, from, to })} and appointments.status = 'scheduled'
      and coalesce(shown.language, own.language) is not null`,
);
