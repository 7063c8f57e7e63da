import { composeSmsValues, smsVariables } from '@samay/contract/reach/sms/reminder-text';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import { run } from '../../../db/transaction.ts';
import { decryptToken } from '../channels/token.ts';
import { listTexts, type TextRow } from '../channels/sms-text-queries.ts';
import type { NumberSender } from './number-sender.ts';
import { presentReminded } from './present-reminded.ts';
import { listRemindedBySms } from '../reminders/queries.ts';

/** Reminds by SMS, with the business's own account and a text that it has registered. */
export const bySms: NumberSender = {
  channel: 'sms',
  list: listRemindedBySms,
  isAvailable: ({ sms }) => sms !== undefined,
  prepare: async (tx, context, { row, own, rows, around, dependencies }) => {
    const { tenantId } = context;
    if (!dependencies.sms || row.encryptedToken === null) return { kind: 'passed', reason: null };
    const text = chooseText(await run(tx, context, listTexts({})), own.language, around.language);
    if (!text) return { kind: 'passed', reason: 'no text is registered for SMS' };
    const { reference, version, number } = own;
    const { shortId } = around;
    const secret = composeBookingSecret(dependencies.secrets, { shortId, reference, version });
    // A registered text has a variable for the link.
    if (secret === null) return { kind: 'passed', reason: 'the booking has no page of its own' };
    const values = composeSmsValues({
      businessType: around.businessType ?? 'doctor',
      bookings: presentReminded(rows, () => null),
      // Operators compare an address up to its question mark with those that the business registered.
      link: `${dependencies.settings.publicUrl}/m?${secret}`,
    });
    const key = decryptToken(dependencies.secrets, { tenantId, channel: 'sms' }, row.encryptedToken);
    const { sms } = dependencies;
    const message = {
      to: `91${number}`,
      template: text.templateId,
      values: smsVariables.map((name) => values[name]),
    };
    return {
      kind: 'prepared',
      language: text.language,
      credits: 0,
      send: async () => sms.by(key).send(message),
    };
  },
};

/** Chooses the text in the person's language, else in that of the business, else any. */
export function chooseText<Text extends Pick<TextRow, 'language'>>(
  texts: readonly Text[],
  ofPerson: Language | null,
  ofBusiness: Language,
): Text | undefined {
  const of = (language: Language | null) => texts.find((text) => text.language === language);
  return of(ofPerson) ?? of(ofBusiness) ?? texts[0];
}
