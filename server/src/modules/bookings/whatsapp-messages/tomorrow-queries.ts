import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { RemindedBooking } from '@samay/contract/bookings/tomorrow';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { shownAs } from '../../people/index.ts';
import { shownStatement, visible } from '../../visibility/index.ts';
import { type AppointmentRow, selectAppointments } from '../rows/queries.ts';
import type { WhatsAppMessageRow } from './queries.ts';

/** Lists the scheduled bookings of a day whose people have not come, by time. */
export const listExpected = shownStatement<{ day: string; limit: number }, AppointmentRow>(
  (db, { order, visibility }, { tenantId, day, limit }) =>
    selectAppointments(db, tenantId)
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.appointment_date', '=', day)
      .where('appointments.status', '=', 'scheduled')
      .where('appointments.arrived_at', 'is', null)
      .where(visible(order, visibility))
      .orderBy('appointments.appointment_time')
      .orderBy('appointments.id')
      .limit(limit),
);

/** Counts them. One row. */
export const countExpected = shownStatement<{ day: string }, { readonly count: number }>(
  (db, { order, visibility }, { tenantId, day }) =>
    db
      .selectFrom('appointments')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('tenant_id', '=', tenantId)
      .where('appointment_date', '=', day)
      .where('status', '=', 'scheduled')
      .where('arrived_at', 'is', null)
      .where(visible(order, visibility)),
);

interface LanguageRow {
  readonly booking_id: string;
  readonly language: Language;
}

/** Lists the languages of the people of a day's bookings, where one is known. */
export const listLanguages = statement<{ day: string }, LanguageRow>(
  (_, { tenantId, day }) => sql<LanguageRow>`
    select appointments.id as booking_id, coalesce(shown.language, own.language) as language
    from appointments
    join patients as own on own.tenant_id = ${tenantId} and own.id = appointments.patient_id
    join patients as shown on shown.tenant_id = ${tenantId} and shown.id = ${shownAs('own')}
    where appointments.tenant_id = ${tenantId} and appointments.appointment_date = ${day}
      and appointments.status = 'scheduled' and coalesce(shown.language, own.language) is not null`,
);

interface ReminderRow extends WhatsAppMessageRow {
  readonly booking_id: string;
}

/** Lists the latest reminder of each of a day's bookings, without those that were undone. */
export const listReminders = statement<{ day: string }, ReminderRow>(
  (_, { tenantId, day }) => sql<ReminderRow>`
    select latest.id, latest.kind, latest.opened_at, latest.opened_by, users.full_name as name,
      appointments.id as booking_id
    from appointments
    join lateral (select id, kind, opened_at, opened_by from whatsapp_messages
      where whatsapp_messages.tenant_id = ${tenantId} and whatsapp_messages.appointment_id = appointments.id
        and whatsapp_messages.kind = 'reminder' and whatsapp_messages.undone_at is null
      order by opened_at desc limit 1) as latest on true
    left join users on users.id = latest.opened_by
    where appointments.tenant_id = ${tenantId} and appointments.appointment_date = ${day}
      and appointments.status = 'scheduled'`,
);

type OwnReminder = NonNullable<RemindedBooking['notice']>;

export interface NoticeRow {
  readonly booking_id: string;
  readonly isOptedOut: boolean;
  /** Null where no reminder was begun; so are the others then. */
  readonly channel: OwnReminder['channel'] | null;
  readonly state: OwnReminder['state'] | null;
  readonly reason: string | null;
  readonly at: Date | null;
}

/**
 * Lists for a day's bookings whether their people want no more notices, and the reminder of their present time that
 * was sent by itself: one that left before one that is being sent, and the latest of those that failed last.
 */
export const listNotices = statement<{ day: string }, NoticeRow>(
  (_, { tenantId, day }) => sql<NoticeRow>`
    select appointments.id as booking_id, told.channel, told.state, told.reason, told.at,
      exists (select from opt_outs where opt_outs.tenant_id = ${tenantId}
        and opt_outs.address in (lower(trim(appointments.person_email)), telephone(appointments.person_contact))) as "isOptedOut"
    from appointments
    left join lateral (select notices.channel, notices.state, notices.reason,
        coalesce(notices.settled_at, notices.created_at) as at
      from notices where notices.tenant_id = ${tenantId} and notices.appointment_id = appointments.id
        and notices.kind = 'reminder' and notices.starts_at = appointments.starts_at
      order by notices.state = 'failed', notices.state = 'queued', notices.created_at desc, notices.id limit 1) as told on true
    where appointments.tenant_id = ${tenantId} and appointments.appointment_date = ${day}
      and appointments.status = 'scheduled'`,
);
