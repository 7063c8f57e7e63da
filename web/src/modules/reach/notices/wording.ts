import type { BusinessType } from '@samay/contract/core/roles';
import { formatInstant } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import type { Lead, Notice, NoticeSettings } from '@samay/contract/reach/notices';

/** The names of the times at which a reminder may be due. */
export const leadNames: Readonly<Record<Lead, string>> = {
  120: '2 hours before',
  1440: '1 day before',
  2880: '2 days before',
  4320: '3 days before',
  10080: '7 days before',
};

/** Says why no reminder leaves. */
export function unavailableText(
  { isAvailable }: Pick<NoticeSettings, 'isAvailable'>,
  businessType: BusinessType,
): string {
  if (!isAvailable)
    return 'This server is not set up to send email yet, so nothing is sent. Please contact support.';
  const { people } = wording[businessType];
  return `Nothing is sent until you turn on “Email to ${people}” below.`;
}

/** Says what became of a notice. */
export function noticeText({ startsAt, state, reason }: Notice): string {
  const of = `reminder of ${formatInstant(startsAt)}`;
  if (state === 'sent') return `${of}, sent`;
  return state === 'queued' ? `${of}, being sent` : `${of}, not sent: ${reason ?? 'the cause is not known'}`;
}
