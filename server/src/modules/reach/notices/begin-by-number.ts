import { composeValues, getReminderTemplate } from '@samay/contract/reach/reminders/templates';
import { isoOf } from '@samay/contract/core/time';
import type { NoticeChannel, TemplateMessage } from '../../../adapters/channels/port.ts';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run, runTogether, writeTogether } from '../../../db/transaction.ts';
import { DeliveryDropped, DeliveryPostponed } from '../../../outbox/index.ts';
import { hashAddress } from '../../../outbox/mail-counts.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { emailKey } from '../../identity/index.ts';
import { tellNoCredits } from '../channels/health.ts';
import {
  type ChannelRow,
  lockChannelOn,
  markCreditsTold,
  readPlanId,
  useCredits,
} from '../channels/queries.ts';
import { creditMonth, creditsOf, creditsUsed, noCreditsReason, stopReason } from '../channels/rules.ts';
import { composeAnswer } from './find-told.ts';
import { composeReference } from './note-report.ts';
import type { ReminderPayload } from './payload.ts';
import { isToBegin, presentReminded } from './present-reminded.ts';
import { beginNotice, listRemindedByWhatsApp, readAround, readChoice, releaseNotices } from './queries.ts';
import { defaultChoice } from './replace-reminders.ts';
import { apartMs, busyReason } from './send-reminder.ts';

interface Asked extends ReminderPayload {
  readonly effectId: string;
  readonly dependencies: Dependencies;
}

/** The beginning of a reminder to a number. */
export type BegunByNumber =
  /** Nothing is to be told by any channel. */
  | { readonly kind: 'ended' }
  /** The next channel has its turn. */
  | { readonly kind: 'passed'; readonly reason: string | null; readonly tell?: () => Promise<void> }
  | {
      readonly kind: 'begun';
      readonly channel: NoticeChannel<TemplateMessage>;
      readonly message: TemplateMessage;
      readonly credits: number;
    };

const passed = (reason: string | null): BegunByNumber => ({ kind: 'passed', reason });

/**
 * Begins the notices of a reminder by WhatsApp, under the lock of the channel, and takes its credit.
 * Throws `DeliveryDropped` where none may leave to the person by any channel.
 */
export async function beginByNumber(tx: Tx, context: BusinessContext, asked: Asked): Promise<BegunByNumber> {
  const { appointmentId: bookingId, lead, effectId, dependencies } = asked;
  const { now } = context;
  const read = await runTogether(tx, context, {
    channels: lockChannelOn({ channel: 'whatsapp' }),
    choice: readChoice({}),
    listed: listRemindedByWhatsApp({ bookingId, lead, effectId, now }),
  });
  const [row] = read.channels;
  const own = read.listed.find(({ id }) => id === bookingId);
  const channel = dependencies.whatsApp?.operator;
  if (!row || !channel || !own?.number) return passed(null);
  if (own.begun === 'failed') return passed(own.failure);
  const { isOn, leads } = read.choice[0] ?? defaultChoice;
  const isDue = isOn && leads.some((each) => each === lead) && isoOf(own.startsAt) === asked.startsAt;
  const rows = isDue && own.begun !== 'sent' ? read.listed.filter(isToBegin) : [];
  await run(tx, context, releaseNotices({ effectIds: [effectId], keep: rows.map(({ id }) => id) }));
  if (!isDue || own.begun === 'sent') return { kind: 'ended' };
  if (own.begun === 'elsewhere') throw new DeliveryPostponed(busyReason);
  const stopped = stopReason(row, now);
  if (stopped !== undefined) return passed(stopped);

  const addressHash = hashAddress(own.number);
  const addresses = [own.number, ...(own.email ? [emailKey(own.email)] : [])];
  const since = new Date(now.getTime() - apartMs);
  const [around] = await run(tx, context, readAround({ addresses, addressHash, effectId, since }));
  if (!around) return { kind: 'ended' };
  if (around.isOptedOut) throw new DeliveryDropped('the person wants no more notices');
  if (around.isBusy) throw new DeliveryPostponed(busyReason);
  if (around.isRecent) throw new DeliveryDropped('another reminder went to this number within three hours');

  const language = own.language ?? around.language;
  const { reference, version } = own;
  const { shortId } = around;
  const businessType = around.businessType ?? 'doctor';
  const template = getReminderTemplate(language, businessType, rows.length > 1 ? 'several' : 'one');
  const link = composeBookingSecret(dependencies.secrets, { shortId, reference, version });
  // The button of the text needs an address.
  if (link === null) return passed('the booking has no page of its own');
  const credits = await takeCredit(tx, context, row, dependencies);
  if (typeof credits !== 'number') return credits;
  await writeTogether(
    tx,
    context,
    rows.map(({ id, startsAt }) =>
      beginNotice({
        bookingId: id,
        lead,
        startsAt,
        language,
        channel: 'whatsapp',
        addressHash,
        effectId,
        credits: id === bookingId ? credits : 0,
        now,
      }),
    ),
  );
  const business = withoutLinks(around.business);
  const values = composeValues(language, {
    businessType,
    business,
    bookings: presentReminded(rows, () => null),
  });
  const messageName = composeReference(context.tenantId, effectId);
  return {
    kind: 'begun',
    channel,
    credits,
    message: {
      to: `91${own.number}`,
      template: template.name,
      language,
      values: template.order.map((name) => values[name]),
      link,
      answer: composeAnswer(messageName),
      reference: messageName,
    },
  };
}

/** Takes the credit of a message by the installation's number; the fuse where none is left. */
async function takeCredit(
  tx: Tx,
  context: BusinessContext,
  row: ChannelRow,
  { settings }: Dependencies,
): Promise<number | BegunByNumber> {
  if (row.account !== null) return 0;
  const { now } = context;
  const month = creditMonth(now);
  const [plan] = await run(tx, context, readPlanId({}));
  const limit = creditsOf(settings, plan?.planId);
  if (creditsUsed(row, now) < limit) {
    await run(tx, context, useCredits({ channel: 'whatsapp', month, credits: 1 }));
    return 1;
  }
  await run(tx, context, useCredits({ channel: 'whatsapp', month, credits: 0 }));
  const told = await run(tx, context, markCreditsTold({ channel: 'whatsapp', month }));
  const tell = told.length > 0 ? async () => tellNoCredits(context, limit) : undefined;
  return { kind: 'passed', reason: noCreditsReason, ...(tell && { tell }) };
}
