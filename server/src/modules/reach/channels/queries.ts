import type { NoticeChannel } from '@samay/contract/reach/notices';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { type Insertable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { type InTenant, type QueryBuilder, statement } from '../../../db/statement.ts';

/** A channel by which a business reaches telephone numbers. */
export type NumberChannel = 'whatsapp' | 'sms';

/** The choice of a business about a channel, with how it does. */
export interface ChannelRow {
  readonly isOn: boolean;
  /** Whether people are told of changes by it, and not only reminded. */
  readonly tellsChanges: boolean;
  readonly account: string | null;
  readonly encryptedToken: Buffer | null;
  readonly failures: number;
  readonly stoppedAt: Date | null;
  readonly stopReason: string | null;
  readonly creditMonth: string;
  readonly creditsUsed: number;
  readonly creditsTold: boolean;
}

const columns = sql`is_on as "isOn", tells_changes as "tellsChanges", account, encrypted_token as "encryptedToken", failures, stopped_at as "stoppedAt",
  stop_reason as "stopReason", credit_month as "creditMonth", credits_used as "creditsUsed", credits_told as "creditsTold"`;

/** The latest notices of a business among which a report of a failure is looked for. */
const latestRead = 100;

type OfChannel = { readonly channel: NumberChannel };

/** Reads a channel of a business; no row if it has never chosen. */
export const readChannel = statement<OfChannel, ChannelRow>(
  (_, { tenantId, channel }) => sql<ChannelRow>`
    select ${columns} from notice_channels where tenant_id = ${tenantId} and channel = ${channel}`,
);

/** Locks a channel that is on. */
export const lockChannelOn = statement<OfChannel, ChannelRow>(
  (_, { tenantId, channel }) => sql<ChannelRow>`
    select ${columns} from notice_channels
    where tenant_id = ${tenantId} and channel = ${channel} and is_on for update`,
);

/**
 * Locks the channels to numbers of a business, whether they are on or not: its messages are begun one
 * after the other, by whichever channel, so that no two of them tell one person the same.
 */
export const lockChannels = statement<object, ChannelRow & OfChannel>(
  (_, { tenantId }) => sql<ChannelRow & OfChannel>`
    select channel, ${columns} from notice_channels where tenant_id = ${tenantId} order by channel for update`,
);

/** Reads the order of the channels of a business; no row if it has never chosen. */
export const readOrder = statement<object, { readonly order: NoticeChannel[] }>((db, { tenantId }) =>
  db
    .selectFrom('notice_settings')
    .select(sql<NoticeChannel[]>`channel_order`.as('order'))
    .where('tenant_id', '=', tenantId),
);

/** Reads which channels are on, mail too. */
export const readChannelsOn = statement<object, { readonly channel: NoticeChannel }>(
  (_, { tenantId }) => sql<{ channel: NoticeChannel }>`
    select channel from notice_channels where tenant_id = ${tenantId} and is_on
    union all select 'mail' from booking_mails where tenant_id = ${tenantId} and is_on`,
);

/** Reads whether a channel to telephone numbers is on. One row. */
export const readHasChannel = statement<object, { readonly isOn: boolean }>(
  (_, { tenantId }) => sql<{ isOn: boolean }>`
    select exists (select from notice_channels where tenant_id = ${tenantId} and is_on) as "isOn"`,
);

export const readPlanId = statement<object, { readonly planId: PlanId }>((db, { tenantId }) =>
  db
    .selectFrom('subscriptions')
    .select(sql<PlanId>`plan_id`.as('planId'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active'),
);

/** Saves columns of a channel; what stopped it is forgotten. */
export function saveChannel(
  db: QueryBuilder,
  { tenantId, channel }: OfChannel & InTenant,
  columns: Omit<Insertable<Schema['notice_channels']>, 'tenant_id' | 'channel'>,
) {
  const changes = { ...columns, failures: 0, stopped_at: null, stop_reason: null };
  return db
    .insertInto('notice_channels')
    .values({ tenant_id: tenantId, channel, ...changes })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'channel']).doUpdateSet(changes));
}

/** Turns a channel on or off; what stopped it is tried again. */
export const saveChannelOn = statement<OfChannel & { isOn: boolean; now: Date }, object>(
  (db, { tenantId, channel, isOn, now }) =>
    saveChannel(db, { tenantId, channel }, { is_on: isOn, updated_at: now }),
);

/** Chooses whether people are told of changes by a channel. */
export const saveTellsChanges = statement<OfChannel & { tellsChanges: boolean; now: Date }, object>(
  (db, { tenantId, channel, tellsChanges, now }) =>
    db
      .updateTable('notice_channels')
      .set({ tells_changes: tellsChanges, updated_at: now })
      .where('tenant_id', '=', tenantId)
      .where('channel', '=', channel),
);

/** Counts credits of a month: of a later one it begins with them, and of an earlier one it counts none. */
export const useCredits = statement<OfChannel & { month: string; credits: number }, object>(
  (db, { tenantId, channel, month, credits }) =>
    db
      .updateTable('notice_channels')
      .set({
        credit_month: month,
        credits_used: sql<number>`case when credit_month = ${month} then credits_used else 0 end + ${credits}::int`,
        credits_told: sql<boolean>`credits_told and credit_month = ${month}`,
      })
      .where('tenant_id', '=', tenantId)
      .where('channel', '=', channel)
      .where('credit_month', '<=', month),
);

/** Gives credits of a month back for a message that was not taken. */
export const returnCredits = statement<OfChannel & { month: string; credits: number }, object>(
  (db, { tenantId, channel, month, credits }) =>
    db
      .updateTable('notice_channels')
      .set({ credits_used: sql<number>`greatest(credits_used - ${credits}::int, 0)` })
      .where('tenant_id', '=', tenantId)
      .where('channel', '=', channel)
      .where('credit_month', '=', month),
);

/** Notes that the owners were told that no credit of the month is left; no row if they were before. */
export const markCreditsTold = statement<OfChannel & { month: string }, { readonly channel: string }>(
  (db, { tenantId, channel, month }) =>
    db
      .updateTable('notice_channels')
      .set({ credits_told: true })
      .where('tenant_id', '=', tenantId)
      .where('channel', '=', channel)
      .where('credit_month', '=', month)
      .where('credits_told', '=', false)
      .returning('channel'),
);

/**
 * Notes that a message was taken whose try began at an instant: what stopped the channel before is over, and so are the failures
 * in a row, unless the provider reports failures after it took a message, and so what arrived.
 */
export const noteTaken = statement<OfChannel & { began: Date }, object>(
  (_, { tenantId, channel, began }) => sql`
    update notice_channels set stopped_at = case when stopped_at >= ${began}::timestamptz then stopped_at end,
      stop_reason = case when stopped_at >= ${began}::timestamptz then stop_reason end, failures = 0
    where notice_channels.tenant_id = ${tenantId} and notice_channels.channel = ${channel}
      and (failures > 0 or stopped_at < ${began}::timestamptz)
      and not exists (select from (select state, provider_id, notices.channel from notices
          where notices.tenant_id = ${tenantId} order by notices.created_at desc limit ${sql.lit(latestRead)}) as latest
        where latest.channel = notice_channels.channel and latest.state = 'failed' and latest.provider_id is not null)`,
);

/**
 * Notes that a message reached its person that began at an instant, by the business's own account or the
 * installation's: the channel does well, and what stopped it before is over.
 */
export const noteReached = statement<OfChannel & { began: Date; isOurs: boolean }, object>(
  (_, { tenantId, channel, began, isOurs }) => sql`
    update notice_channels set stopped_at = case when stopped_at >= ${began}::timestamptz then stopped_at end,
      stop_reason = case when stopped_at >= ${began}::timestamptz then stop_reason end, failures = 0
    where tenant_id = ${tenantId} and channel = ${channel} and (account is null) = ${isOurs}::boolean
      and (failures > 0 or stopped_at < ${began}::timestamptz)`,
);

/** Counts a failure, and returns how many there are in a row. */
export const countFailure = statement<OfChannel, { readonly failures: number }>((db, { tenantId, channel }) =>
  db
    .updateTable('notice_channels')
    .set({ failures: sql<number>`failures + 1` })
    .where('tenant_id', '=', tenantId)
    .where('channel', '=', channel)
    .returning('failures'),
);

/** Stops a channel, and returns whether it was already stopped for this reason. */
export const stopChannel = statement<
  OfChannel & { reason: string; now: Date },
  { readonly wasStopped: boolean }
>(
  (_, { tenantId, channel, reason, now }) => sql<{ wasStopped: boolean }>`
    update notice_channels as stopped set stopped_at = ${now}::timestamptz, stop_reason = ${reason}::text
    from notice_channels as before
    where stopped.tenant_id = ${tenantId} and stopped.channel = ${channel}
      and before.tenant_id = ${tenantId} and before.channel = stopped.channel
    returning before.stopped_at is not null and before.stop_reason = ${reason}::text as "wasStopped"`,
);
