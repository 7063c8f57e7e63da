import type { RemindedBooking } from '@samay/contract/bookings/tomorrow';
import { channelNames, noticeStates } from '@samay/contract/reach/notices';

/** Returns whether a person was reminded: by the desk, or by Samay itself. */
export function isReminded({ reminded, notice }: RemindedBooking): boolean {
  return (
    reminded !== null || (notice !== undefined && notice.state !== 'failed' && notice.state !== 'queued')
  );
}

/** Returns whether nobody has reached a person: they have not answered, and no reminder left or is leaving. */
export function isUnreached(row: RemindedBooking): boolean {
  const { comingAt, notice, isOptedOut } = row;
  return comingAt === undefined && !isReminded(row) && notice?.state !== 'queued' && !isOptedOut;
}

/** Formats what became of the reminder that Samay sent by itself, in one line of the list: `SMS delivered`. */
export function ownReminderText({ channel, state, reason }: NonNullable<RemindedBooking['notice']>): string {
  const name = channel === 'mail' ? 'Email' : channelNames[channel];
  if (state !== 'failed') return `${name} ${noticeStates[state]}`;
  return `${name} not sent: ${reason ?? 'the cause is not known'}`;
}
