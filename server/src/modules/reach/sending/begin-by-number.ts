import { isoOf } from '@samay/contract/core/time';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run, runTogether, writeTogether } from '../../../db/transaction.ts';
import { DeliveryDropped, DeliveryPostponed, optedOutReason, recentReason } from '../../../outbox/index.ts';
import { hashAddress } from '../../../outbox/mail-counts.ts';
import { emailKey } from '../../identity/index.ts';
import { lockChannels } from '../channels/queries.ts';
import { stopReason } from '../channels/rules.ts';
import type { NumberSender, Passed, Prepared } from './number-sender.ts';
import type { ReminderPayload } from './payload.ts';
import { isToBegin } from './present-reminded.ts';
import { beginNotice, failByChannel, readAround, readChoice, releaseNotices } from '../reminders/queries.ts';
import { defaultChoice } from '../reminders/replace-reminders.ts';
import { addressHashes, apartMs, busyReason } from './send-reminder.ts';

interface Asked extends ReminderPayload {
  readonly effectId: string;
  readonly dependencies: Dependencies;
}

/** The beginning of a reminder to a number; ended: nothing is to be told by any channel. */
export type BegunByNumber = { readonly kind: 'ended' } | Passed | Prepared;

const passed = (reason: string | null): Passed => ({ kind: 'passed', reason });

/**
 * Begins the notices of a reminder by a channel to numbers, under its lock. Throws `DeliveryDropped`
 * where none may leave to the person by any channel.
 */
export async function beginByNumber(
  tx: Tx,
  context: BusinessContext,
  { sender, asked }: { readonly sender: NumberSender; readonly asked: Asked },
): Promise<BegunByNumber> {
  const { appointmentId: bookingId, lead, effectId, dependencies } = asked;
  const { channel } = sender;
  const { now } = context;
  if (!sender.isAvailable(dependencies)) return passed(null);
  const read = await runTogether(tx, context, {
    channels: lockChannels({}),
    choice: readChoice({}),
    listed: sender.list({ bookingId, lead, effectId, now }),
  });
  const row = read.channels.find((each) => each.channel === channel && each.isOn);
  const own = read.listed.find(({ id }) => id === bookingId);
  /** Leaves the channel; what a try before this one has begun by it ends. */
  const pass = async (reason: string | null) => {
    if (own && own.begun !== 'here') return passed(reason);
    const failed = reason === null ? [] : [failByChannel({ effectId, channel, bookingId, reason, now })];
    await writeTogether(tx, context, [...failed, releaseNotices({ effectIds: [effectId], keep: [] })]);
    return passed(reason);
  };
  if (!row || !own?.number) return pass(null);
  if (own.begun === 'failed') return passed(own.failure);
  const { isOn, leads } = read.choice[0] ?? defaultChoice;
  const isDue = isOn && leads.some((each) => each === lead) && isoOf(own.startsAt) === asked.startsAt;
  const rows = isDue && own.begun !== 'sent' ? read.listed.filter(isToBegin) : [];
  await run(tx, context, releaseNotices({ effectIds: [effectId], keep: rows.map(({ id }) => id) }));
  if (!isDue || own.begun === 'sent') return { kind: 'ended' };
  if (own.begun === 'elsewhere') throw new DeliveryPostponed(busyReason);
  const stopped = stopReason(row, now);
  if (stopped !== undefined) return pass(stopped);

  const hashes = addressHashes(own);
  const addresses = [own.number, ...(own.email ? [emailKey(own.email)] : [])];
  const since = new Date(now.getTime() - apartMs);
  const [around] = await run(tx, context, readAround({ addresses, hashes, effectId, since }));
  if (!around) return { kind: 'ended' };
  if (around.isOptedOut) throw new DeliveryDropped(optedOutReason);
  if (around.isBusy) throw new DeliveryPostponed(busyReason);
  if (around.isRecent) throw new DeliveryDropped(recentReason);

  const prepared = await sender.prepare(tx, context, { row, own, rows, around, effectId, dependencies });
  if (prepared.kind === 'passed') return pass(prepared.reason);
  const { language, credits } = prepared;
  const addressHash = hashAddress(own.number);
  await writeTogether(
    tx,
    context,
    rows.map(({ id, startsAt }) =>
      beginNotice({
        bookingId: id,
        kind: 'reminder',
        lead,
        startsAt,
        language,
        channel,
        addressHash,
        effectId,
        credits: id === bookingId ? credits : 0,
        account: row.account,
        now,
      }),
    ),
  );
  return prepared;
}
