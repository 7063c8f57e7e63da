import { formatRupees } from '@samay/contract/core/money';
import { addDays, type LocalDate } from '@samay/contract/core/time';
import { html, type Html } from '../own-booking/html.ts';
import type { OfferedService } from '../online/shown.ts';
import type { Days, OfferedDay } from '../online/times.ts';
import { lastDay } from '../online/times.ts';
import { termsOfService } from '../page-parts/terms.ts';
import { dayName, servicePrice, timeName, type View, writeName } from '../page-parts/view.ts';

/** The days that a page of times shows. */
export const shownDays = 14;

export interface TimesAsked {
  readonly service: OfferedService;
  /** The doctor or court; undefined for any. */
  readonly resourceId: string | undefined;
  readonly day: LocalDate | undefined;
  readonly range: Days;
  /** Whether the range begins today. */
  readonly isFirst: boolean;
}

/** Writes what search engines read of a service's free times. */
export function writeTimesHead({ shown }: View, { service }: TimesAsked): Html {
  const description = [service.name, shown.business.name, shown.business.address?.replaceAll('\n', ', ')];
  return html`<meta name="robots" content="${shown.online.is_published ? 'index' : 'noindex'}" />
    <meta name="description" content="${description.filter(Boolean).join(' · ')}" />`;
}

/** Writes the page of a service's free times. */
export function writeTimesPage(
  view: View,
  asked: TimesAsked,
  days: readonly OfferedDay[],
  isTaken: boolean,
): Html {
  const { service } = asked;
  const about = [
    view.words.minutes.replace('{minutes}', String(service.duration)),
    servicePrice(view, service),
  ];
  return html`${writeName(view)}
    <h1>${service.name}</h1>
    <p class="dim">${about.filter(Boolean).join(' · ')}</p>
    ${writeTimes(view, asked, days, isTaken)}`;
}

/** Writes the choice of a doctor or court, of a day, and of a time of it. */
export function writeTimes(
  view: View,
  asked: TimesAsked,
  days: readonly OfferedDay[],
  isTaken: boolean,
): Html {
  const { words, own, shown } = view;
  const { resourceId, service, day: chosen } = asked;
  const day = days.find(({ date }) => date === chosen) ?? days[0];
  // One price for all times stands above them.
  const isPriced = new Set(day?.times.map(({ price }) => price)).size > 1;
  const terms = termsOfService(view, service);
  return html`${isTaken && html`<p class="note bad" role="status">${own.taken}</p>`}
    ${terms && html`<p>${terms}</p>`} ${writeResources(view, asked)}
    <h2>${words.chooseTime}</h2>
    ${writeDays(view, asked, days, day)} ${day === undefined && html`<p class="note">${words.noTimes}</p>`}
    ${
      day &&
      html`<p class="when">${dayName(view, day.date)}</p>
        <form method="post" action="${view.address(`/${service.key}/hold`)}">
          <input type="hidden" name="day" value="${day.date}" />
          ${resourceId !== undefined && html`<input type="hidden" name="with" value="${resourceId}" />`}
          <ul class="times">
            ${day.times.map(
              ({ time, price }) =>
                html`<li>
                  <button class="button" name="time" value="${time}">
                    <span
                      >${timeName(view, time)}${isPriced && price !== null && html`<br /><span class="dim">${formatRupees(price)}</span>`}</span
                    >
                  </button>
                </li>`,
            )}
          </ul>
        </form>`
    }
    ${writeOtherDays(view, asked, lastDay(shown))}`;
}

function writeResources(view: View, { service, resourceId, range }: TimesAsked): Html | false {
  const { words, shown, address } = view;
  const given = shown.resources.filter(({ id }) => service.resourceIds?.includes(id) ?? true);
  if (given.length < 2) return false;
  const link = (id: string | undefined, name: string) =>
    html`<li>
      <a
        class="button"
        href="${address(`/${service.key}`, { from: range.from, with: id })}"
        ${current(id === resourceId)}
        >${name}</a
      >
    </li>`;
  return html`<h2>${words.resources[shown.context.businessType]}</h2>
    <ul class="times">
      ${link(undefined, words.anyone[shown.context.businessType])}
      ${given.map(({ id, name }) => link(id, name))}
    </ul>`;
}

function writeDays(
  view: View,
  { service, resourceId, range }: TimesAsked,
  days: readonly OfferedDay[],
  day: OfferedDay | undefined,
): Html | false {
  if (days.length === 0) return false;
  return html`<ul class="days">
    ${days.map(
      ({ date }) =>
        html`<li>
          <a
            class="button"
            href="${view.address(`/${service.key}`, { from: range.from, day: date, with: resourceId })}"
            ${current(date === day?.date)}
            >${shortDay(view, date)}</a
          >
        </li>`,
    )}
  </ul>`;
}

/** Writes a day of a strip: its weekday and its number. */
function shortDay(view: View, date: LocalDate): Html {
  const [weekday = '', rest = ''] = dayName(view, date).split(', ');
  const [number = '', month = ''] = rest.split(' ');
  return html`<span>${weekday}<br />${number} ${month}</span>`;
}

function writeOtherDays(
  { words, address }: View,
  { service, resourceId, range: { from, to }, isFirst }: TimesAsked,
  last: LocalDate,
): Html {
  const link = (day: LocalDate, text: string) =>
    html`<div>
      <a class="button" href="${address(`/${service.key}`, { from: day, with: resourceId })}">${text}</a>
    </div>`;
  return html`<div class="actions">
    ${!isFirst && link(addDays(from, -shownDays), words.earlier)}
    ${to < last && link(addDays(from, shownDays), words.later)}
  </div>`;
}

function current(isCurrent: boolean): Html | false {
  return isCurrent && html`aria-current="true"`;
}
