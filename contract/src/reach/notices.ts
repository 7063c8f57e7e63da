import { z } from 'zod';
import { Language } from '../bookings/whatsapp-messages.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';
import { toldChanges } from './changes/kinds.ts';

/** The minutes before the start at which a reminder may be due: more than three hours apart. */
export const reminderLeads = [120, 1440, 2880, 4320, 10_080] as const;

/** The most reminders of one booking. */
export const mostLeads = 3;

const Lead = z.literal(reminderLeads);
export type Lead = z.infer<typeof Lead>;

/** The ways in which a notice reaches a person. */
export const NoticeChannel = z.enum(['mail', 'whatsapp', 'sms']);
export type NoticeChannel = z.infer<typeof NoticeChannel>;

/** The order in which the channels of a business are tried that has never chosen one. */
export const defaultOrder: readonly NoticeChannel[] = ['whatsapp', 'sms', 'mail'];

/** The names of the channels in a sentence. */
export const channelNames: Readonly<Record<NoticeChannel, string>> = {
  mail: 'email',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
};

/** The states of a notice that did not fail, in a sentence. */
export const noticeStates = {
  queued: 'being sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
} as const;

/** A notice about a booking that Samay sent by itself, or that failed. */
export const Notice = z.strictObject({
  id: Id,
  kind: z.enum(['reminder', ...toldChanges]),
  /** The minutes before the start for which a reminder was chosen; of another kind, the notices like it before. */
  lead: z.int(),
  channel: NoticeChannel,
  language: Language,
  /** The start of the booking that it tells. */
  startsAt: Instant,
  /**
   * Queued while it is being sent or waits for another try; delivered and read as far as the provider
   * reports it.
   */
  state: z.enum(['queued', 'sent', 'delivered', 'read', 'failed']),
  /** Why it failed, in words. */
  reason: z.string().nullable(),
  /** When it was sent or failed; when it was begun, while it is queued. */
  at: Instant,
});
export type Notice = z.infer<typeof Notice>;

/** The most notices of a business that Settings lists. */
export const mostNotices = 20;

/** WhatsApp as a way in which people are reminded. */
const WhatsAppChannel = z.strictObject({
  /** Whether it can be turned on: this server has a number, or the business has its own. */
  isAvailable: z.boolean(),
  /** Whether a business can send by its own number on this server. */
  mayConnect: z.boolean(),
  /** The business's own number; null where the installation's sends. Its token is never shown. */
  own: z.strictObject({ phoneNumberId: z.string(), accountId: z.string(), name: z.string() }).nullable(),
  isOn: z.boolean(),
  /** Whether people are also told of changes: of their booking, and of a late doctor. */
  tellsChanges: z.boolean(),
  /** The messages of this month by the installation's number, and those that the plan includes. */
  used: z.int(),
  included: z.int(),
  /** Why some or all leave by email instead, in one sentence; null where it does well. */
  trouble: z.string().nullable(),
  /** The state of the registered texts at WhatsApp, as far as it was asked. */
  texts: z.array(
    z.strictObject({
      name: z.string(),
      language: Language,
      state: z.enum(['waiting', 'approved', 'refused', 'paused']),
      reason: z.string().nullable(),
    }),
  ),
});

export const NoticeSettings = z.strictObject({
  remindersOn: z.boolean(),
  leads: z.array(Lead),
  /** Whether this server can send emails. */
  isAvailable: z.boolean(),
  /** Whether the business mails its people: without it no reminder leaves. */
  mailsOn: z.boolean(),
  whatsApp: WhatsAppChannel,
  /** The channels in the order in which they are tried, and those that are on. */
  order: z.array(NoticeChannel),
  on: z.array(NoticeChannel),
  /** The language of people whose language is not known. */
  language: Language,
  /** The number of the last thirty days. */
  sent: z.int(),
  failed: z.int(),
  /** The latest, the newest first. */
  latest: z.array(Notice.extend({ appointmentId: Id })),
  may: z.strictObject({ change: z.boolean() }),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

export const getNoticeSettings = endpoint({
  method: 'GET',
  path: '/api/notice-settings',
  access: 'integrations.write',
  summary: 'Which reminders people get, by WhatsApp or email, and what was sent and failed of late.',
  reply: NoticeSettings,
});

export const changeReminders = endpoint({
  method: 'PUT',
  path: '/api/notice-settings/reminders',
  access: 'integrations.write',
  summary: 'Change which reminders people get, of the bookings to come too.',
  body: z.strictObject({
    isOn: z.boolean(),
    leads: z
      .array(Lead)
      .min(1)
      .max(mostLeads)
      .refine((leads) => new Set(leads).size === leads.length, 'Choose each time once.'),
  }),
  reply: NoticeSettings,
});

export const changeWhatsApp = endpoint({
  method: 'PUT',
  path: '/api/notice-settings/whatsapp',
  access: 'integrations.write',
  summary:
    'Turn WhatsApp on or off: reminders, of the bookings to come too, and what people are told of changes; what ' +
    'stopped it is tried again.',
  body: z.strictObject({ isOn: z.boolean(), tellsChanges: z.boolean().optional() }),
  reply: NoticeSettings,
});

export const changeChannelOrder = endpoint({
  method: 'PUT',
  path: '/api/notice-settings/order',
  access: 'integrations.write',
  summary: 'Change the order in which the channels are tried by which people are reminded.',
  body: z.strictObject({
    order: z
      .array(NoticeChannel)
      .length(NoticeChannel.options.length)
      .refine((order) => new Set(order).size === order.length, 'Name each channel once.'),
  }),
  reply: NoticeSettings,
});

const GraphId = z
  .string()
  .trim()
  .regex(/^\d{5,30}$/, 'Please enter the id: digits alone');

export const OwnNumberChange = z.strictObject({
  phoneNumberId: GraphId,
  accountId: GraphId,
  /** The token; null keeps the one that is kept. */
  token: z
    .string()
    .trim()
    .regex(/^[\w.~+/=-]{10,1000}$/, 'Please enter the token')
    .nullable(),
});
export type OwnNumberChange = z.infer<typeof OwnNumberChange>;

export const connectWhatsAppNumber = endpoint({
  method: 'PUT',
  path: '/api/notice-settings/whatsapp-number',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary:
    'Send by a number of the business at WhatsApp, which is looked up with the token first; where WhatsApp ' +
    'does not know it, nothing is saved.',
  body: OwnNumberChange,
  reply: NoticeSettings,
});

export const removeWhatsAppNumber = endpoint({
  method: 'DELETE',
  path: '/api/notice-settings/whatsapp-number',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary:
    "Remove the business's own number and its token: it sends by the number of the installation again.",
  reply: NoticeSettings,
});

/** The days for which a reply is kept. */
export const replyDays = 180;

/** The words that a person wrote in answer to a notice. */
export const Reply = z.strictObject({
  id: Id,
  channel: NoticeChannel,
  text: z.string(),
  at: Instant,
  isUnread: z.boolean(),
});
export type Reply = z.infer<typeof Reply>;

/** The notices of a booking: those that were begun, and when the next ones are due. */
export const BookingNotices = z.strictObject({
  notices: z.array(Notice),
  due: z.array(Instant),
  /** The replies to them, the newest first. */
  replies: z.array(Reply),
  /** When the person said that they want no more notices of the business. */
  optedOutAt: Instant.nullable(),
});
export type BookingNotices = z.infer<typeof BookingNotices>;

export const getBookingNotices = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/notices',
  access: 'appointments.read',
  summary: 'The notices about a booking that were sent or failed, and when the next ones are due.',
  params: z.strictObject({ id: Id }),
  reply: BookingNotices,
});

export const markRepliesRead = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/replies/reading',
  access: 'appointments.write',
  summary: 'Note that the replies to the notices about a booking are read.',
  params: z.strictObject({ id: Id }),
  reply: BookingNotices,
});

/** The days for which an unread reply is listed, and the most of them. */
export const unreadDays = 7;
export const mostUnread = 20;

/** The replies that nobody has read yet. */
export const UnreadReplies = z.strictObject({
  /** The newest first, each with its booking. */
  items: z.array(
    Reply.omit({ isUnread: true }).extend({
      appointmentId: Id,
      personName: z.string(),
      date: LocalDate,
      time: LocalTime,
    }),
  ),
  /** The number of all, of which the latest are listed. */
  total: z.int(),
});
export type UnreadReplies = z.infer<typeof UnreadReplies>;

export const listUnreadReplies = endpoint({
  method: 'GET',
  path: '/api/replies/unread',
  access: 'appointments.write',
  summary: `The replies to notices of the last ${unreadDays} days that nobody has read, the newest first.`,
  reply: UnreadReplies,
});

/** The most notices, and the most replies, that a person's page lists. */
export const mostOfPerson = 5;

/** The latest notices about a person's bookings, and whether they want no more. */
export const PersonNotices = z.strictObject({
  notices: z.array(Notice.extend({ appointmentId: Id })),
  /** The latest replies to them. */
  replies: z.array(Reply.extend({ appointmentId: Id })),
  /** Whether an email or a number is known, for which an opt-out can be kept. */
  isReachable: z.boolean(),
  /** When the person said that they want no more notices of the business. */
  optedOutAt: Instant.nullable(),
});
export type PersonNotices = z.infer<typeof PersonNotices>;

export const getPersonNotices = endpoint({
  method: 'GET',
  path: '/api/patients/:id/notices',
  access: 'patients.read',
  summary: 'The latest notices about the bookings of a person, and whether they want no more.',
  params: z.strictObject({ id: Id }),
  reply: PersonNotices,
});

export const changePersonNotices = endpoint({
  method: 'PUT',
  path: '/api/patients/:id/notices',
  access: 'people.write',
  summary:
    'Note that a person wants no more notices, by each email and number that is known, or allow them again.',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ areWanted: z.boolean() }),
  reply: PersonNotices,
});
