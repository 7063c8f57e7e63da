import { hasLink, variablesOf } from '@samay/contract/reach/sms/change-texts';
import { composeSmsValues } from '@samay/contract/reach/sms/reminder-text';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import { run } from '../../../db/transaction.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { listTexts } from '../channels/sms-text-queries.ts';
import { decryptToken } from '../channels/token.ts';
import { chooseText } from '../sending/by-sms.ts';
import { listDates, type Teller } from './teller.ts';

/** Tells changes by SMS, with the business's own account, where it has registered a text of the change. */
export const tellsBySms: Teller = {
  channel: 'sms',
  mayTell: ({ encryptedToken }) => encryptedToken !== null,
  prepare: async (tx, context, { row, booking, number, change, dependencies }) => {
    const { tenantId } = context;
    const { sms, secrets, settings } = dependencies;
    if (change === 'late' || !sms || row.encryptedToken === null) return { kind: 'passed', reason: null };
    const registered = (await run(tx, context, listTexts({}))).flatMap(({ language, changes }) => {
      const text = changes?.[change];
      return text ? [{ ...text, language }] : [];
    });
    const text = chooseText(registered, booking.language, booking.businessLanguage);
    if (!text) return { kind: 'passed', reason: null };
    const secret = hasLink(change) ? composeBookingSecret(secrets, booking) : '';
    if (secret === null) return { kind: 'passed', reason: 'the booking has no page of its own' };
    const values = composeSmsValues({
      businessType: booking.businessType ?? 'doctor',
      bookings: listDates(booking).map((at) => ({ ...at, person: withoutLinks(booking.personName) })),
      // Operators compare an address up to its question mark with those that the business registered.
      link: `${settings.publicUrl}/m?${secret}`,
    });
    const key = decryptToken(secrets, { tenantId, channel: 'sms' }, row.encryptedToken);
    const message = {
      to: `91${number}`,
      template: text.templateId,
      values: variablesOf(change).map((name) => values[name]),
    };
    return {
      kind: 'prepared',
      language: text.language,
      credits: 0,
      send: async () => sms.by(key).send(message),
    };
  },
};
