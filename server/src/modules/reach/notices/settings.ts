import {
  type BookingNotices,
  defaultOrder,
  mostNotices,
  type Notice,
  type NoticeChannel,
  type NoticeSettings,
  type Reply,
} from '@samay/contract/reach/notices';
import { isoOf } from '@samay/contract/core/time';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { readShown } from '../../visibility/index.ts';
import { readOwn } from '../channels/own-queries.ts';
import { presentWhatsApp } from '../channels/present.ts';
import { listOn } from '../channels/other-ways.ts';
import {
  readChannel,
  readChannelsOn,
  readOrder,
  readPlanId,
  saveChannelOn,
  saveTellsChanges,
} from '../channels/queries.ts';
import { listTextStates } from '../channels/text-queries.ts';
import { listReplies, type ReplyRow } from './reply-queries.ts';
import { enqueuePlan } from '../reminders/plan-all.ts';
import { readChoice, saveChoice, saveOrder } from '../reminders/queries.ts';
import { defaultChoice } from '../reminders/replace-reminders.ts';
import {
  countNotices,
  listDueReminders,
  listLatestNotices,
  listNoticesOf,
  type NoticeRow,
  readBusinessLanguage,
  readMailsOn,
  readOptOutOf,
} from './shown-queries.ts';

const shownDays = 30;

/** Shows which reminders people get, and what became of the latest. */
export async function showNoticeSettings(context: TenantContext): Promise<NoticeSettings> {
  const { caller, dependencies, now } = context;
  const since = new Date(now.getTime() - shownDays * 86_400_000);
  const read = await readInOneMessage(context, {
    texts: listTextStates({}),
    channels: readChannel({ channel: 'whatsapp' }),
    own: readOwn({}),
    plans: readPlanId({}),
    choice: readChoice({}),
    orders: readOrder({}),
    on: readChannelsOn({}),
    mails: readMailsOn({}),
    language: readBusinessLanguage({}),
    counts: countNotices({ since }),
    latest: listLatestNotices({ most: mostNotices }),
  });
  const { isOn, leads } = read.choice[0] ?? defaultChoice;
  const order = read.orders[0]?.order ?? defaultOrder;
  const on = listOn(order, read.on).filter(
    (channel) => channel !== 'mail' || dependencies.mail !== undefined,
  );
  return {
    remindersOn: isOn,
    leads: [...leads],
    isAvailable: dependencies.mail !== undefined,
    mailsOn: read.mails[0]?.is_on ?? false,
    whatsApp: presentWhatsApp(context, {
      channel: read.channels[0],
      own: read.own[0],
      plan: read.plans[0]?.planId,
      language: read.language[0]?.language ?? 'en',
      texts: read.texts,
      others: on.filter((channel) => channel !== 'whatsapp'),
    }),
    order: [...order],
    on,
    language: read.language[0]?.language ?? 'en',
    sent: read.counts[0]?.sent ?? 0,
    failed: read.counts[0]?.failed ?? 0,
    latest: read.latest.map((row) => ({ ...presentNotice(row), appointmentId: row.appointmentId })),
    may: { change: caller.tenant?.suspended !== true },
  };
}

/** Changes which reminders people get; those of all bookings to come are planned again. */
export async function changeReminders(
  context: TenantContext,
  { body }: { body: { isOn: boolean; leads: readonly number[] } },
): Promise<NoticeSettings> {
  const { now, tenantId } = context;
  const leads = body.leads.toSorted((one, other) => one - other);
  await inTenant(context, async (tx) => {
    await run(tx, context, saveChoice({ isOn: body.isOn, leads, now }));
    await enqueuePlan(tx, context);
    await audit(tx, context, 'notice_settings.changed', tenantId, {
      isOn: body.isOn,
      leads: leads.join(', '),
    });
  });
  return showNoticeSettings(context);
}

/** Changes the order in which the channels are tried; it holds for each reminder that has not left. */
export async function changeOrder(
  context: TenantContext,
  { body: { order } }: { body: { order: readonly NoticeChannel[] } },
): Promise<NoticeSettings> {
  const { now, tenantId } = context;
  await inTenant(context, async (tx) => {
    await run(tx, context, saveOrder({ order, leads: defaultChoice.leads, now }));
    await audit(tx, context, 'notice_settings.order_changed', tenantId, { order: order.join(', ') });
  });
  return showNoticeSettings(context);
}

/** Turns WhatsApp on or off, and what is told by it; the reminders of all bookings to come are planned again. */
export async function changeWhatsApp(
  context: TenantContext,
  { body: { isOn, tellsChanges } }: { body: { isOn: boolean; tellsChanges?: boolean | undefined } },
): Promise<NoticeSettings> {
  const { dependencies, now, tenantId } = context;
  const { own } = await readInOneMessage(context, { own: readOwn({}) });
  const canSend = own[0]?.account ? dependencies.whatsApp : dependencies.whatsApp?.operator;
  assertThat(!isOn || canSend !== undefined, 'whatsapp.not_available');
  await inTenant(context, async (tx) => {
    await run(tx, context, saveChannelOn({ channel: 'whatsapp', isOn, now }));
    if (tellsChanges !== undefined)
      await run(tx, context, saveTellsChanges({ channel: 'whatsapp', tellsChanges, now }));
    await enqueuePlan(tx, context);
    await audit(tx, context, 'notice_settings.whatsapp_changed', tenantId, {
      isOn,
      ...(tellsChanges !== undefined && { tellsChanges }),
    });
  });
  return showNoticeSettings(context);
}

/**
 * Shows the notices about a booking.
 * @throws `not_found` if the plan hides it, or it is not of the business
 */
export async function showBookingNotices(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<BookingNotices> {
  const bookingId = params.id;
  const { rows } = await readShown(context, (view) => ({
    notices: listNoticesOf({ bookingId }),
    due: listDueReminders({ bookingId, now: context.now }),
    replies: listReplies({ bookingId }),
    optOut: readOptOutOf(view, { bookingId }),
  }));
  const optOut = orNotFound(rows.optOut[0]);
  return {
    notices: rows.notices.map(presentNotice),
    due: rows.due.map(({ at }) => isoOf(at)),
    replies: rows.replies.map(presentReply),
    optedOutAt: optOut.at && isoOf(optOut.at),
  };
}

export function presentNotice({
  id,
  kind,
  lead,
  channel,
  language,
  startsAt,
  state,
  reason,
  at,
}: NoticeRow): Notice {
  return { id, kind, lead, channel, language, startsAt: isoOf(startsAt), state, reason, at: isoOf(at) };
}

export function presentReply({ id, channel, text, at, isUnread }: ReplyRow): Reply {
  return { id, channel, text, at: isoOf(at), isUnread };
}
