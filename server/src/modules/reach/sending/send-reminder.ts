import { composeReminder } from '@samay/contract/reach/reminders/compose';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { isoOf } from '@samay/contract/core/time';
import { beginInOrder } from '../channels/in-order.ts';
import { mailChannel } from '../channels/mail.ts';
import { lockChannels } from '../channels/queries.ts';
import { NoticeDelayed } from '../../../adapters/channels/port.ts';
import type { Email } from '../../../adapters/mail/port.ts';
import { composeBookingLink } from '../../../context/booking-link.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asPlatform, inTenant, type Tx } from '../../../db/tenant.ts';
import { run, runTogether, writeTogether } from '../../../db/transaction.ts';
import {
  DeliveryDropped,
  DeliveryPostponed,
  type Effect,
  effectContext,
  type FailureRecord,
  type OutboxHandler,
  optedOutReason,
  recentReason,
} from '../../../outbox/index.ts';
import { consumeAllowances, hashAddress, releaseAllowances } from '../../../outbox/mail-counts.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { emailKey } from '../../identity/index.ts';
import { isToBegin, presentReminded } from './present-reminded.ts';
import { limitDaily } from './daily-limit.ts';
import type { Passed } from './number-sender.ts';
import { ReminderPayload } from './payload.ts';
import {
  beginNotice,
  failByChannel,
  listRemindedByMail,
  lockMailsOn,
  readAround,
  readChoice,
  type RemindedRow,
  releaseNotices,
  releaseOthers,
  settleFailed,
  settleOthers,
  settleSent,
} from '../reminders/queries.ts';
import { defaultChoice } from '../reminders/replace-reminders.ts';

/** The least time between two reminders to one address. */
export const apartMs = 3 * 3_600_000;

export const busyReason = 'another reminder to this address is being sent';

/** Returns the hashes of a person's number and email, by which their notices are found. */
export function addressHashes({ number, email }: Pick<RemindedRow, 'number' | 'email'>): string[] {
  return [...(number === null ? [] : [number]), ...(email ? [emailKey(email)] : [])].map(hashAddress);
}

/** Outbox handler of `reminder.mail`: reminds a booking's person by mail alone. */
export const sendReminder: OutboxHandler = async (dependencies, payload, effect) => {
  const asked = ReminderPayload.parse(payload);
  const passed = await remindByMail(dependencies, asked, { effect, passes: false });
  if (passed && passed.reason !== null) throw new DeliveryDropped(passed.reason);
};

interface InTurn {
  readonly effect: Effect;
  /** Whether the next channel has its turn where the mail server does not take it, instead of another try. */
  readonly passes: boolean;
}

/**
 * Reminds a booking's person by mail, and lists their other bookings of that day. It compares with the
 * booking: one that was moved or cancelled, or that another reminder has listed, gets none. Returns
 * undefined where it was sent, and otherwise why the next channel has its turn. Rejects with
 * `DeliveryDropped` where none may leave by any channel, which the booking then says.
 */
export async function remindByMail(
  dependencies: Dependencies,
  asked: ReminderPayload,
  { effect, passes }: InTurn,
): Promise<Passed | undefined> {
  if (!dependencies.mail) return { kind: 'passed', reason: null };
  const context = effectContext(dependencies, effect);
  const effectId = effect.id;
  const begun = await beginInOrder(context, (tx) => begin(tx, context, { ...asked, effectId, dependencies }));
  if (!begun) return { kind: 'passed', reason: null };
  const pass = async (reason: string): Promise<Passed> => {
    const { now } = context;
    const { appointmentId: bookingId } = asked;
    await inTenant({ ...context, isShown: false }, (tx) =>
      writeTogether(tx, context, [
        failByChannel({ effectId, channel: 'mail', bookingId, reason, now }),
        releaseNotices({ effectIds: [effectId], keep: [] }),
      ]),
    );
    return { kind: 'passed', reason };
  };
  const recipient = limitDaily(begun.to, context.tenantId, {
    now: context.now,
    most: dependencies.settings.limits.bookingMailsPerEmail,
  });
  if (!(await asPlatform(dependencies, (tx) => consumeAllowances(tx, recipient, context.now))))
    return pass('the daily limit of emails to this address is reached');
  const outcome = await mailChannel(dependencies.mail).send(begun);
  if (outcome.kind !== 'accepted') {
    await asPlatform(dependencies, (tx) => releaseAllowances(tx, recipient));
    if (passes) return pass(outcome.reason);
    throw new NoticeDelayed(outcome.reason);
  }
  const { providerId } = outcome;
  const now = dependencies.clock();
  await inTenant({ ...context, isShown: false }, (tx) =>
    writeTogether(tx, context, [
      settleSent({ effectId, channel: 'mail', providerId, now }),
      releaseNotices({ effectIds: [effectId], keep: [] }),
    ]),
  );
  return undefined;
}

interface Asked extends ReminderPayload {
  readonly effectId: string;
  readonly dependencies: Dependencies;
}

/** Begins the notices of a reminder; returns undefined where the bookings call for none. */
async function begin(tx: Tx, context: BusinessContext, asked: Asked): Promise<Email | undefined> {
  const { appointmentId: bookingId, lead, effectId, dependencies } = asked;
  const { now } = context;
  const { mails, choice, listed } = await runTogether(tx, context, {
    mails: lockMailsOn({}),
    // Messages to numbers begin under this lock alone.
    channels: lockChannels({}),
    choice: readChoice({}),
    listed: listRemindedByMail({ bookingId, lead, effectId, now }),
  });
  const { isOn, leads } = choice[0] ?? defaultChoice;
  const own = listed.find(({ id }) => id === bookingId);
  const isDue =
    mails[0]?.isOn === true &&
    isOn &&
    leads.some((each) => each === lead) &&
    own?.email &&
    isoOf(own.startsAt) === asked.startsAt &&
    own.begun !== 'sent' &&
    own.begun !== 'failed';
  const rows = isDue ? listed.filter(isToBegin) : [];
  const keep = rows.map(({ id }) => id);
  await run(tx, context, releaseNotices({ effectIds: [effectId], keep }));
  if (!isDue || !own?.email) return undefined;
  if (own.begun === 'elsewhere') throw new DeliveryPostponed(busyReason);
  const address = emailKey(own.email);
  const addressHash = hashAddress(address);
  const addresses = own.number === null ? [address] : [address, own.number];
  const since = new Date(now.getTime() - apartMs);
  const hashes = addressHashes(own);
  const [around] = await run(tx, context, readAround({ addresses, hashes, effectId, since }));
  if (!around) return undefined;
  if (around.isOptedOut) throw new DeliveryDropped(optedOutReason);
  if (around.isBusy) throw new DeliveryPostponed(busyReason);
  if (around.isRecent) throw new DeliveryDropped(recentReason);
  const language = own.language ?? around.language;
  await writeTogether(
    tx,
    context,
    rows.map((row) =>
      beginNotice({
        bookingId: row.id,
        kind: 'reminder',
        lead,
        startsAt: row.startsAt,
        language,
        channel: 'mail',
        addressHash,
        effectId,
        credits: 0,
        account: null,
        now,
      }),
    ),
  );
  const composeLink = ({ reference, version }: RemindedRow) =>
    composeBookingLink(dependencies, { shortId: around.shortId, reference, version });
  const ownLink = composeLink(own);
  const noMoreLink = ownLink && `${ownLink}/notices`;
  const { publicUrl } = dependencies.settings;
  return {
    to: own.email,
    ...(noMoreLink && { unsubscribe: noMoreLink }),
    ...composeFrom(rows, { ...around, language, publicUrl, noMoreLink, composeLink }),
  };
}

interface Surroundings {
  readonly business: string;
  readonly businessType: 'doctor' | 'turf' | null;
  readonly language: Language;
  readonly address: string | null;
  readonly mapLink: string | null;
  readonly publicUrl: string;
  readonly noMoreLink: string | null;
  readonly composeLink: (row: RemindedRow) => string | null;
}

function composeFrom(
  rows: readonly RemindedRow[],
  { publicUrl, language, composeLink, ...around }: Surroundings,
) {
  return composeReminder(language, {
    ...around,
    businessType: around.businessType ?? 'doctor',
    business: withoutLinks(around.business),
    bookings: presentReminded(rows, composeLink),
    privacyLink: `${publicUrl}/privacy-policy`,
  });
}

/**
 * Records that a reminder failed for good on the booking that it was planned for, and on the others that
 * it listed and whose own reminders failed before it.
 */
export const recordFailedReminder: FailureRecord = (effect, { now, reason }) => {
  const channel = effect.kind === 'reminder.mail' ? 'mail' : 'whatsapp';
  const { tenant_id: business, id: effectId } = effect;
  const { appointmentId: bookingId, startsAt, lead } = ReminderPayload.parse(effect.payload);
  return [
    settleOthers({ business, effectId, bookingId, reason, now }),
    releaseOthers({ business, effectId, bookingId }),
    settleFailed({ business, effectId, bookingId, startsAt, lead, channel, reason, now }),
  ];
};
