import { formatRupees } from '@samay/contract/core/money';
import { indiaDate, indiaTime, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { startOf } from '../../bookings/index.ts';
import { dueOnline } from '../online/due.ts';
import type { OfferedService } from '../online/shown.ts';
import { priceOf } from '../online/times.ts';
import { html, type Html } from '../own-booking/html.ts';
import { dayName, timeName, type View } from './view.ts';

interface TermsOf {
  readonly service: OfferedService;
  readonly resourceId: string;
  readonly date: LocalDate;
  readonly time: LocalTime;
}

/** Says before a time is chosen what is paid for a service online; empty where it takes no payment. */
export function termsOfService({ shown, words }: View, service: OfferedService): string {
  const row = shown.payments.find(({ service_id: id }) => id === service.id);
  if (!row) return '';
  if (shown.paysBy === null) return words.paysAtDesk;
  return row.deposit_paise === null
    ? words.paysAll
    : words.paysDeposit.replace('{amount}', formatRupees(row.deposit_paise));
}

/**
 * Writes the rows of a card with the price of a time, what is paid now and what is left for the desk. The
 * price stands there too where the business hides its prices: who pays sees what for.
 */
export function writeSums({ shown, words }: View, { service, ...start }: TermsOf): Html {
  const price = priceOf(service, start);
  const due = dueOnline(shown, service.id, price);
  const isShown = price !== null && (shown.online.shows_prices || due > 0);
  const sums: (readonly [string, number])[] = [
    ...(isShown ? [[words.price, price] as const] : []),
    ...(due > 0 ? [[words.payNow, due] as const] : []),
    ...(due > 0 && price !== null && price > due ? [[words.payAtDesk, price - due] as const] : []),
  ];
  return html`${sums.map(
    ([head, paise]) =>
      html`<div>
        <dt>${head}</dt>
        <dd>${formatRupees(paise)}</dd>
      </div>`,
  )}`;
}

/** Writes what becomes of the money that is paid for a time when its person cancels. */
export function refundTerms(view: View, at: Pick<TermsOf, 'date' | 'time'>): string {
  const { words, shown } = view;
  const { refund_rule: rule, refund_percent: percent } = shown.online;
  const texts = { all: words.refundAll, part: words.refundPart, none: words.refundNone };
  const text = texts[rule].replace('{when}', cutoffName(view, at)).replace('{percent}', String(percent));
  return rule === 'none' ? text : `${text} ${words.refundLate}`;
}

/** Formats until when a visitor moves or cancels a time of their own. */
export function cutoffName(view: View, { date, time }: Pick<TermsOf, 'date' | 'time'>): string {
  const start = startOf({ appointment_date: date, appointment_time: time });
  const cutoff = new Date(start.getTime() - view.shown.business.cutoff_min * 60_000);
  return `${dayName(view, indiaDate(cutoff))}, ${timeName(view, indiaTime(cutoff))}`;
}
