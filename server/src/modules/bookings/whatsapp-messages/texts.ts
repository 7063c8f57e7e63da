import { defaultDoctor } from '@samay/contract/bookings/appointments';
import {
  composeMessage,
  defaultWords,
  type MessageFacts,
} from '@samay/contract/bookings/whatsapp-messages/compose';
import type { Language, WhatsAppKind } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { whatsAppNumber } from '@samay/contract/core/whatsapp/whatsapp';
import { addMinutes, indiaDate, indiaTime } from '@samay/contract/core/time';
import { composeBookingLink } from '../../../context/booking-link.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import type { RowsOf } from '../../../db/read-in-one-message.ts';
import { isOfSitting, type Sitting, sittingAt } from '../../availability/index.ts';
import { isToCome } from '../rows/policy.ts';
import { getDue } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { startOf } from '../rows/start-of.ts';
import { readBusiness, readLanguage, readLate, readRefunded, readWords } from './queries.ts';

/** Reads what the messages about a booking say now, in addition to its row. */
export const readingTexts = (bookingId: string, { from, to }: Pick<Sitting, 'from' | 'to'>) => ({
  business: readBusiness({}),
  words: readWords({}),
  person: readLanguage({ bookingId }),
  refunded: readRefunded({ bookingId }),
  late: readLate({ bookingId, from, to }),
});
export type TextRows = RowsOf<ReturnType<typeof readingTexts>>;

/** Lists the kinds of messages that fit a booking now. Nobody is told about a time that is past. */
export function fittingKinds(
  row: AppointmentRow,
  rows: Pick<TextRows, 'refunded' | 'late'>,
  { now }: Pick<TenantContext, 'now'>,
): WhatsAppKind[] {
  const kinds: WhatsAppKind[] = [];
  if (isReminded(row, now)) kinds.push('booked', 'moved', 'reminder');
  if (row.status === 'cancelled' && row.appointment_date >= indiaDate(now))
    kinds.push('cancelled', 'closed_day');
  if ((row.amount_paise ?? 0) > 0) kinds.push('received');
  if ((getDue(row) ?? 0) > 0) kinds.push('balance');
  if (getRefunded(rows) > 0) kinds.push('refund');
  if (isAwaited(row, now) && getLateUntil(rows, now)) kinds.push('late');
  return kinds;
}

/** Returns whether the person of a booking can be reminded of it: it is to come, and its time ahead. */
export function isReminded(row: AppointmentRow, now: Date): boolean {
  return isToCome(row, { now }) && isAhead(row, now);
}

/** Returns whether the person of a booking of today, or of the night, has not come yet. */
function isAwaited(row: AppointmentRow, now: Date): boolean {
  const { status, arrived_at: arrived, started_at: started } = row;
  const isExpected = status === 'scheduled' && arrived === null && started === null;
  return isExpected && isOfSitting(startOf(row), sittingAt(now));
}

/** Returns the instant before which the doctor of a booking begins no visit, where they are late now. */
function getLateUntil({ late: [row] }: Pick<TextRows, 'late'>, now: Date): Date | null {
  return row && row.until > now ? row.until : null;
}

function getRefunded({ refunded: [row] }: Pick<TextRows, 'refunded'>): number {
  return row?.paise ?? 0;
}

/** Returns whether a booking's time is ahead, by the clock of India. */
function isAhead({ appointment_date: date, appointment_time: time }: AppointmentRow, now: Date): boolean {
  const today = indiaDate(now);
  return date > today || (date === today && time.slice(0, 5) > indiaTime(now));
}

/** Returns the number of a booking's person under which WhatsApp may know them; null without one. */
export function numberOf({ person_contact: contact }: AppointmentRow): string | null {
  return whatsAppNumber(contact ?? '');
}

/** Returns the language of a booking's person, or else of the business. */
export function languageOf({ person, business }: TextRows): Language {
  return person[0]?.language ?? business[0]?.language ?? 'en';
}

/** Composes a message about a booking with the words of the business. */
export function composeText(
  { kind, language }: { readonly kind: WhatsAppKind; readonly language: Language },
  row: AppointmentRow,
  rows: Omit<TextRows, 'person'>,
  context: TenantContext,
): string {
  const own = rows.words.find((words) => words.kind === kind && words.language === language);
  return composeMessage(kind, language, readFacts(row, rows, context), own ?? defaultWords(kind, language));
}

/** Names a booking for its link. */
export function linkedBooking(
  { reference, link_version: version }: Pick<AppointmentRow, 'reference' | 'link_version'>,
  { short_id: shortId }: { readonly short_id: string },
) {
  return { shortId, reference, version };
}

function readFacts(
  row: AppointmentRow,
  { business: [business], ...rows }: Omit<TextRows, 'person'>,
  { caller, businessType, dependencies, now }: TenantContext,
): MessageFacts {
  const time = row.appointment_time.slice(0, 5);
  const resource = row.resource_name ?? row.doctor;
  const lateUntil = getLateUntil(rows, now);
  return {
    businessType,
    business: caller.tenant?.name ?? '',
    person: row.person_name,
    date: row.appointment_date,
    time,
    endTime: addMinutes(time, row.duration_min),
    resource: resource === defaultDoctor ? null : resource,
    received: row.amount_paise,
    due: getDue(row),
    refunded: getRefunded(rows),
    begins: lateUntil && indiaTime(lateUntil),
    address: business?.address ?? null,
    mapLink: business?.map_link ?? null,
    upiId: business?.upi_id ?? null,
    ownLink: business ? composeBookingLink(dependencies, linkedBooking(row, business)) : null,
  };
}
