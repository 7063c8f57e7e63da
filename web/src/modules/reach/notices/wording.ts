import type { BusinessType } from '@samay/contract/core/roles';
import { formatInstant } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import {
  channelNames,
  type Lead,
  type Notice,
  noticeStates,
  type NoticeSettings,
} from '@samay/contract/reach/notices';

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
  { isAvailable, whatsApp }: Pick<NoticeSettings, 'isAvailable' | 'whatsApp'>,
  businessType: BusinessType,
): string {
  if (!isAvailable)
    return 'This server is not set up to send email yet, so nothing is sent. Please contact support.';
  const mails = `“Email to ${wording[businessType].people}”`;
  return whatsApp.isAvailable || whatsApp.mayConnect
    ? `Nothing is sent until you turn on WhatsApp or ${mails} below.`
    : `Nothing is sent until you turn on ${mails} below.`;
}

/** The state of a registered text at WhatsApp. */
export const templateStates: Readonly<Record<NoticeSettings['whatsApp']['texts'][number]['state'], string>> =
  {
    waiting: 'WhatsApp has not approved it yet.',
    approved: 'WhatsApp has approved it.',
    refused: 'WhatsApp has refused it.',
    paused: 'WhatsApp has paused it.',
  };

/** The badge of an answer that nobody has read. */
export const unreadBadge = { text: 'Unread', tone: 'attention' } as const;

/** Leads to the start that a notice tells. */
export const noticeSubjects: Readonly<Record<Notice['kind'], string>> = {
  reminder: 'reminder of',
  booked: 'booked for',
  moved: 'moved to',
  cancelled: 'cancelled for',
  late: 'running late on',
};

/** Says what became of a notice. */
export function noticeText({ kind, channel, startsAt, state, reason }: Notice): string {
  const of = `${noticeSubjects[kind]} ${formatInstant(startsAt)} by ${channelNames[channel]}`;
  if (state !== 'failed') return `${of}, ${noticeStates[state]}`;
  return `${of}, not sent: ${reason ?? 'the cause is not known'}`;
}
