import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
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
