import type { LocalDate } from '@samay/contract/core/time';
import type { Reply } from '@samay/contract/reach/notices';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { shownStatement, visible } from '../../visibility/index.ts';

export interface ReplyRow {
  readonly id: string;
  readonly appointmentId: string;
  readonly channel: Reply['channel'];
  readonly text: string;
  readonly at: Date;
  readonly isUnread: boolean;
}

const writtenColumns = sql`replies.id, replies.appointment_id as "appointmentId", replies.channel, replies.text,
  replies.came_at as at`;

/** The columns of a reply as it is shown. */
export const replyColumns = sql`${writtenColumns}, replies.read_at is null as "isUnread"`;

interface NewReply {
  readonly bookingId: string;
  readonly channel: 'whatsapp' | 'sms';
  readonly providerId: string;
  readonly text: string;
  readonly now: Date;
  /** The most replies that are kept of a booking. */
  readonly most: number;
}

/** Keeps a reply; no row if it was kept before, or the booking has too many. */
export const insertReply = statement<NewReply, { readonly id: string }>(
  (_, { tenantId, bookingId, channel, providerId, text, now, most }) => sql<{ id: string }>`
    insert into replies (tenant_id, appointment_id, channel, provider_id, text, came_at)
    select ${tenantId}::uuid, ${bookingId}::uuid, ${channel}::text, ${providerId}::text, ${text}::text, ${now}::timestamptz
    where (select count(*) from replies where replies.tenant_id = ${tenantId}::uuid
      and replies.appointment_id = ${bookingId}::uuid) < ${most}::int
    on conflict (tenant_id, channel, provider_id) do nothing returning id`,
);

/** Lists the replies to the notices about a booking, the newest first. */
export const listReplies = statement<{ bookingId: string }, ReplyRow>(
  (_, { tenantId, bookingId }) => sql<ReplyRow>`select ${replyColumns} from replies
    where replies.tenant_id = ${tenantId} and replies.appointment_id = ${bookingId}
    order by replies.came_at desc, replies.id`,
);

export interface UnreadRow extends Omit<ReplyRow, 'isUnread'> {
  readonly personName: string;
  readonly date: LocalDate;
  readonly time: string;
  /** The number of all, however many are listed. */
  readonly total: number;
}

/** Lists the replies since an instant that nobody has read, about bookings that the plan shows, the newest first. */
export const listUnread = shownStatement<{ readonly since: Date; readonly most: number }, UnreadRow>(
  (_, { order, visibility }, { tenantId, since, most }) => sql<UnreadRow>`select ${writtenColumns},
      appointments.person_name as "personName", appointments.appointment_date as date,
      appointments.appointment_time as time, count(*) over ()::int as total
    from replies join appointments on appointments.tenant_id = ${tenantId}::uuid
      and appointments.id = replies.appointment_id
    where replies.tenant_id = ${tenantId}::uuid and replies.read_at is null
      and replies.came_at >= ${since}::timestamptz and ${visible(order, visibility)}
    order by replies.came_at desc, replies.id limit ${most}`,
);

/** Notes that the replies of a booking are read, and returns those that were not. */
export const readReplies = statement<{ bookingId: string; now: Date }, { readonly id: string }>(
  (db, { tenantId, bookingId, now }) =>
    db
      .updateTable('replies')
      .set({ read_at: now })
      .where('tenant_id', '=', tenantId)
      .where('appointment_id', '=', bookingId)
      .where('read_at', 'is', null)
      .returning('id'),
);

/** Deletes the replies of all businesses that came before an instant. */
export const deleteRepliesBefore = statement((db, { before }: { before: Date }) =>
  db.deleteFrom('replies').where('came_at', '<', before),
);
