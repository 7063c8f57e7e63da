import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { addMinutes, indiaTime } from '@samay/contract/core/time';
import { composeChangeValues, getChangeTemplate } from '@samay/contract/reach/changes/templates';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { composeReference } from '../channels/message-names.ts';
import { takeCredit } from '../channels/take-credit.ts';
import { getWhatsAppNumber } from '../sending/by-whatsapp.ts';
import type { ToldBooking } from './queries.ts';
import { listDates, type Teller } from './teller.ts';

/** Tells changes by WhatsApp, with the registered texts: by the business's own number, or the installation's. */
export const tellsByWhatsApp: Teller = {
  channel: 'whatsapp',
  mayTell: ({ tellsChanges }) => tellsChanges,
  prepare: async (tx, context, { row, booking, number, change, effectId, dependencies }) => {
    const channel = getWhatsAppNumber(context, row, dependencies);
    if (!channel) return { kind: 'passed', reason: null };
    const language = booking.language ?? booking.businessLanguage;
    const businessType = booking.businessType ?? 'doctor';
    const template = getChangeTemplate(language, businessType, change);
    const link = composeBookingSecret(dependencies.secrets, booking);
    if (link === null && template.open !== null)
      return { kind: 'passed', reason: 'the booking has no page of its own' };
    const credits = await takeCredit(tx, context, {
      row,
      taken: booking.credits,
      settings: dependencies.settings,
    });
    if (typeof credits !== 'number') return credits;
    const values = composeChangeValues(language, {
      businessType,
      business: withoutLinks(booking.business),
      bookings: presentDates(booking),
      begins: booking.lateUntil && indiaTime(booking.lateUntil),
    });
    const message = {
      to: `91${number}`,
      template: template.name,
      language,
      values: template.order.map((name) => values[name]),
      link: template.open === null ? null : link,
      answer: null,
      reference: composeReference(context.tenantId, effectId),
    };
    return { kind: 'prepared', language, credits, send: async () => channel.send(message) };
  },
};

function presentDates(booking: ToldBooking) {
  const { personName, doctor, resource, minutes } = booking;
  const named = resource ?? doctor;
  const facts = {
    person: withoutLinks(personName),
    resource: named === null || named === defaultDoctor ? null : withoutLinks(named),
    link: null,
  };
  return listDates(booking).map((at) => ({ ...facts, ...at, endTime: addMinutes(at.time, minutes ?? 0) }));
}
