import { endpoints } from '@samay/contract';
import { openLive } from '@samay/contract/reach/live';
import type { Routes } from '../../http/routes.ts';
import { changeBookingMails, showBookingMails } from './booking-mails/settings.ts';
import { addMissing } from './calendar/add-missing.ts';
import { beginConnection } from './calendar/begin.ts';
import { completeConnection } from './calendar/complete.ts';
import { disconnect } from './calendar/disconnect.ts';
import { showConnection } from './calendar/show.ts';
import { connectNumber, removeNumber } from './notices/own-number.ts';
import { retryDeliveries, showDeliveries } from './deliveries/deliveries.ts';
import type { LiveHub } from './live/live-hub.ts';
import {
  changeOrder,
  changeReminders,
  changeWhatsApp,
  showBookingNotices,
  showNoticeSettings,
} from './notices/settings.ts';
import { receiveReport } from './sms/receive-report.ts';
import { changeSmsSettings, showSmsSettings } from './sms/settings.ts';
import { OpenStreams } from './live/open-streams.ts';
import { changePersonNotices, showPersonNotices } from './opt-outs/person-notices.ts';
import { listUnreadReplies, markRepliesRead } from './notices/read-replies.ts';
import { streamChanges } from './live/stream.ts';
import { sendTest } from './webhooks/send-test.ts';
import { changeWebhooks, renewSecret, showWebhooks } from './webhooks/webhooks.ts';

export function reachRoutes(routes: Routes, hub: LiveHub): void {
  routes.tenant(endpoints.getCalendarConnection, showConnection);
  routes.tenant(endpoints.beginCalendarConnection, beginConnection);
  routes.tenant(endpoints.completeCalendarConnection, completeConnection);
  routes.tenant(endpoints.disconnectCalendar, disconnect);
  routes.tenant(endpoints.addMissingEvents, addMissing);
  routes.tenant(endpoints.getWebhooks, showWebhooks);
  routes.tenant(endpoints.changeWebhooks, changeWebhooks);
  routes.tenant(endpoints.renewWebhookSecret, renewSecret);
  routes.tenant(endpoints.testWebhook, sendTest);
  routes.tenant(endpoints.getBookingMails, showBookingMails);
  routes.tenant(endpoints.changeBookingMails, changeBookingMails);
  routes.tenant(endpoints.getNoticeSettings, showNoticeSettings);
  routes.tenant(endpoints.changeReminders, changeReminders);
  routes.tenant(endpoints.changeWhatsApp, changeWhatsApp);
  routes.tenant(endpoints.changeChannelOrder, changeOrder);
  routes.tenant(endpoints.connectWhatsAppNumber, connectNumber);
  routes.tenant(endpoints.removeWhatsAppNumber, removeNumber);
  routes.tenant(endpoints.getSmsSettings, showSmsSettings);
  routes.tenant(endpoints.changeSmsSettings, changeSmsSettings);
  routes.public(endpoints.receiveSmsReport, receiveReport);
  routes.tenant(endpoints.getBookingNotices, showBookingNotices);
  routes.tenant(endpoints.listUnreadReplies, listUnreadReplies);
  routes.tenant(endpoints.markRepliesRead, markRepliesRead);
  routes.tenant(endpoints.getPersonNotices, showPersonNotices);
  routes.tenant(endpoints.changePersonNotices, changePersonNotices);
  routes.tenant(endpoints.getDeliveries, showDeliveries);
  routes.tenant(endpoints.retryDeliveries, retryDeliveries);
  const openStreams = new OpenStreams();
  routes.session(openLive, async (context) => streamChanges(context, hub, openStreams));
}
