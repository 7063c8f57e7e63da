import { formatDayIn, formatTimeIn, formatWhen } from '@samay/contract/bookings/whatsapp-messages/compose';
import { formatRupees } from '@samay/contract/core/money';
import { addMinutes, isoWeekdayOf, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { html, type Html } from '../own-booking/html.ts';
import type { OwnLanguage, OwnWords } from '../own-booking/own-words.ts';
import type { OfferedService, Shown } from '../online/shown.ts';
import type { PageWords } from '../online/words/page-words.ts';

/** A page's content, its words and its addresses. */
export interface View {
  readonly shown: Shown;
  readonly language: OwnLanguage;
  readonly words: PageWords;
  /** The words that it shares with the page of one's own booking. */
  readonly own: OwnWords;
  /** Returns the address of a page of the business, with what it is asked for. */
  readonly address: (path?: string, asked?: Readonly<Record<string, string | undefined>>) => string;
}

/** Formats a day shortly: `Friday, 27 November 2026`. */
export function dayName({ own: { time } }: View, date: LocalDate): string {
  return `${time.weekdays[isoWeekdayOf(date) % 7] ?? ''}, ${formatDayIn(time, date)}`;
}

export function timeName({ own: { time } }: View, at: LocalTime): string {
  return formatTimeIn(time, at);
}

/** Formats the day and the time of what is booked. */
export function whenName(view: View, date: LocalDate, time: LocalTime, minutes: number): string {
  const { own, shown } = view;
  const endTime = addMinutes(time, minutes);
  return formatWhen(own.time, { businessType: shown.context.businessType, date, time, endTime });
}

/** Writes the price of a service, from the lowest of its rules; nothing where none is shown. */
export function servicePrice({ shown, words }: View, service: OfferedService): string {
  const all = [service.price, ...service.priceRules.map(({ price }) => price)].filter(
    (price) => price !== null,
  );
  if (!shown.online.shows_prices || all.length === 0) return '';
  const amount = formatRupees(Math.min(...all));
  const priced = service.pricedPer === 'hour' ? words.perHour.replace('{amount}', amount) : amount;
  return new Set(all).size > 1 ? words.from.replace('{amount}', priced) : priced;
}

/** Writes how to reach and find the business. */
export function writeWays({ shown: { business }, own }: View): Html {
  const { telephone, map_link: link, address, name } = business;
  const query = `${name}, ${address?.split('\n').join(', ')}`;
  const place =
    link ?? (address ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}` : null);
  return html`<div class="actions">
    ${telephone && html`<div><a class="button" href="tel:${telephone.replaceAll(/[^\d+]/g, '')}">${own.call} ${telephone.replaceAll(' ', '\u00A0')}</a></div>`}
    ${place !== null && html`<div><a class="button" href="${place}" rel="noreferrer">${own.directions}</a></div>`}
  </div>`;
}

/** Writes the business's name, which leads to its page. */
export function writeName({ shown: { business }, address }: View): Html {
  return html`<p class="business"><a href="${address()}">${business.name}</a></p>`;
}
