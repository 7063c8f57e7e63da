import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { Notice } from '@samay/contract/reach/notices';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { shownStatement, visible } from '../../visibility/index.ts';
import { reminderKinds } from '../reminders/queries.ts';

export interface NoticeRow {
  readonly id: string;
  readonly appointmentId: string;
  readonly kind: Notice['kind'];
  readonly lead: number;
  readonly channel: Notice['channel'];
  readonly language: Language;
  readonly startsAt: Date;
  readonly state: Notice['state'];
  readonly reason: string | null;
  readonly at: Date;
}

/** The columns of a notice as it is shown. */
export const noticeColumns = sql`notices.id, notices.appointment_id as "appointmentId", notices.kind, notices.lead_min as lead,
  notices.channel, notices.language, notices.starts_at as "startsAt", notices.state, notices.reason,
  coalesce(notices.settled_at, notices.created_at) as at`;

/** Lists the notices of a business, the newest first. */
export const listLatestNotices = statement<{ most: number }, NoticeRow>(
  (_, { tenantId, most }) => sql<NoticeRow>`select ${noticeColumns} from notices
    where notices.tenant_id = ${tenantId} order by notices.created_at desc, notices.id limit ${most}`,
);

/** Lists the notices about a booking, the newest first. */
export const listNoticesOf = statement<{ bookingId: string }, NoticeRow>(
  (_, { tenantId, bookingId }) => sql<NoticeRow>`select ${noticeColumns} from notices
    where notices.tenant_id = ${tenantId} and notices.appointment_id = ${bookingId}
    order by notices.created_at desc, notices.id`,
);

/** Counts the settled notices of a business since an instant. One row. */
export const countNotices = statement<{ since: Date }, { readonly sent: number; readonly failed: number }>(
  (_, { tenantId, since }) => sql<{ sent: number; failed: number }>`
    select (count(*) filter (where notices.state in ('sent', 'delivered', 'read')))::int as sent,
      (count(*) filter (where notices.state = 'failed'))::int as failed
    from notices where notices.tenant_id = ${tenantId} and notices.created_at >= ${since}`,
);

/** Lists when the reminders of a booking are due, the first first. */
export const listDueReminders = statement<{ bookingId: string; now: Date }, { readonly at: Date }>(
  (db, { tenantId, bookingId, now }) =>
    db
      .selectFrom('outbox')
      .select('next_at as at')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', sql<string>`any(${reminderKinds}::text[])`)
      .where('subject', '=', bookingId)
      .where('delivered_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('next_at'),
);

/** Reads when the person of a booking opted out, null if they did not; no row if the plan hides the booking. */
export const readOptOutOf = shownStatement<{ bookingId: string }, { readonly at: Date | null }>(
  (db, { order, visibility }, { tenantId, bookingId }) =>
    db
      .selectFrom('appointments')
      .select(
        sql<Date | null>`(select min(opt_outs.noted_at) from opt_outs where opt_outs.tenant_id = ${tenantId}
          and opt_outs.address in (lower(trim(appointments.person_email)), telephone(appointments.person_contact)))`.as(
          'at',
        ),
      )
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.id', '=', bookingId)
      .where(visible(order, visibility)),
);

export const readBusinessLanguage = statement<object, { readonly language: Language }>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('language').where('tenant_id', '=', tenantId),
);

/** Reads whether the business mails people; no row if it has never chosen. */
export const readMailsOn = statement<object, { is_on: boolean }>((db, { tenantId }) =>
  db.selectFrom('booking_mails').select('is_on').where('tenant_id', '=', tenantId),
);
