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

/**
 * Writes what becomes of the money that is paid for a time when its person cancels. Money by UPI does not pass
 * through a provider: the business gives it back itself.
 * @param percent what goes back; null for money by UPI
 */
export function refundTerms(view: View, at: Pick<TermsOf, 'date' | 'time'>, percent: number | null): string {
  const { words, shown } = view;
  if (isPassed(view, at)) return `${words.rulePassed} ${words.moneyStays}`;
  if (percent === null) return words.refundUpi.replace('{business}', shown.business.name);
  if (percent === 0) return words.refundNone;
  const text = percent === 100 ? words.refundAll : words.refundPart;
  const when = cutoffName(view, at);
  return `${text.replace('{when}', when).replace('{percent}', String(percent))} ${words.refundLate}`;
}

/** Writes until when a visitor moves or cancels a time of their own, once it is booked or confirmed. */
export function changeTerms(view: View, at: Pick<TermsOf, 'date' | 'time'>, isAsked: boolean): string {
  const { words } = view;
  if (isPassed(view, at)) return words.rulePassed;
  return (isAsked ? words.rule : words.ruleBooked).replace('{when}', cutoffName(view, at));
}

function cutoffName(view: View, at: Pick<TermsOf, 'date' | 'time'>): string {
  const cutoff = computeCutoff(view, at);
  return `${dayName(view, indiaDate(cutoff))}, ${timeName(view, indiaTime(cutoff))}`;
}

function isPassed(view: View, at: Pick<TermsOf, 'date' | 'time'>): boolean {
  return computeCutoff(view, at) <= view.shown.context.now;
}

function computeCutoff({ shown }: View, { date, time }: Pick<TermsOf, 'date' | 'time'>): Date {
  const start = startOf({ appointment_date: date, appointment_time: time });
  return new Date(start.getTime() - shown.business.cutoff_min * 60_000);
}
