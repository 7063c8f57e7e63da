import { composeValues, getReminderTemplate } from '@samay/contract/reach/reminders/templates';
import type { NoticeChannel, TemplateMessage } from '../../../adapters/channels/port.ts';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { composeReference } from '../channels/message-names.ts';
import type { ChannelRow } from '../channels/queries.ts';
import { takeCredit } from '../channels/take-credit.ts';
import { decryptToken } from '../channels/token.ts';
import { composeAnswer } from '../notices/find-told.ts';
import type { NumberSender } from './number-sender.ts';
import { presentReminded } from './present-reminded.ts';
import { listRemindedByWhatsApp } from '../reminders/queries.ts';

/** Reminds by WhatsApp, with the registered texts: by the business's own number, or the installation's. */
export const byWhatsApp: NumberSender = {
  channel: 'whatsapp',
  list: listRemindedByWhatsApp,
  isAvailable: ({ whatsApp }) => whatsApp !== undefined,
  prepare: async (tx, context, { row, own, rows, around, effectId, dependencies }) => {
    const channel = getWhatsAppNumber(context, row, dependencies);
    if (!channel) return { kind: 'passed', reason: null };
    const language = own.language ?? around.language;
    const { reference, version } = own;
    const { shortId } = around;
    const businessType = around.businessType ?? 'doctor';
    const template = getReminderTemplate(language, businessType, rows.length > 1 ? 'several' : 'one');
    const link = composeBookingSecret(dependencies.secrets, { shortId, reference, version });
    // The button of the text needs an address.
    if (link === null) return { kind: 'passed', reason: 'the booking has no page of its own' };
    const credits = await takeCredit(tx, context, {
      row,
      taken: own.credits,
      settings: dependencies.settings,
    });
    if (typeof credits !== 'number') return credits;
    const values = composeValues(language, {
      businessType,
      business: withoutLinks(around.business),
      bookings: presentReminded(rows, () => null),
    });
    const messageName = composeReference(context.tenantId, effectId);
    const message = {
      to: `91${own.number}`,
      template: template.name,
      language,
      values: template.order.map((name) => values[name]),
      link,
      answer: composeAnswer(messageName),
      reference: messageName,
    };
    return { kind: 'prepared', language, credits, send: async () => channel.send(message) };
  },
};

/** Returns the number at WhatsApp that sends for a business; undefined where neither it nor the installation has one. */
export function getWhatsAppNumber(
  { tenantId }: BusinessContext,
  { account, encryptedToken }: ChannelRow,
  { whatsApp, secrets }: Dependencies,
): NoticeChannel<TemplateMessage> | undefined {
  if (account === null || encryptedToken === null) return whatsApp?.operator;
  const token = decryptToken(secrets, { tenantId, channel: 'whatsapp' }, encryptedToken);
  return whatsApp?.by({ phoneNumberId: account, token });
}
