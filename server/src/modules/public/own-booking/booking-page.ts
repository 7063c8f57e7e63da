import { upiLink } from '@samay/contract/tenancy/upi';
import {
  fill,
  formatDayIn,
  formatTimeIn,
  formatWhen,
} from '@samay/contract/bookings/whatsapp-messages/compose';
import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { formatRupees } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { addMinutes, indiaDate, indiaTime, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { renderSVG } from 'uqr';
import {
  callsOf,
  type FreeDay,
  getDue,
  isComing,
  isOnTheWay,
  isSkipped,
  type OwnBooking,
  type OwnMay,
  type OwnTime,
  startOf,
} from '../../bookings/index.ts';
import type { PlaceInQueue } from '../../desk/index.ts';
import { html, Html } from './html.ts';
import type { OwnLanguage, OwnWords } from './own-words.ts';

/** The booking, the words and the addresses of its pages. */
export interface View {
  readonly own: OwnBooking;
  /** Their place in the queue of today; undefined where there is none. */
  readonly place: PlaceInQueue | undefined;
  readonly businessType: BusinessType;
  readonly may: OwnMay;
  /** Whether its time has begun. */
  readonly isOver: boolean;
  readonly words: OwnWords;
  readonly language: OwnLanguage;
  /** Returns the address of a page of the booking: `/move`, with what it is asked for. */
  readonly address: (page?: string, asked?: Readonly<Record<string, string>>) => string;
}

type Span = NonNullable<PlaceInQueue['estimate']>;

/** The notes that a page shows after a change that was refused. */
export type Note = 'taken' | 'changed' | 'muted';

/** Writes the page of a booking. */
export function writeBooking(view: View, note: Note | undefined): Html {
  const { own, words, businessType, may, address } = view;
  const { row, business } = own;
  return html`<p class="business">${business.name}</p>
    <h1>${words.title[businessType]}</h1>
    ${note && writeNote(view, note)}
    <p class="when">${writeWhen(view, ownTime(own))}</p>
    <p class="dim">${words.indiaTime}</p>
    ${writeState(view)} ${writeWaiting(view)} ${may.come && writeCome(view)}
    <dl class="card">${writeFacts(view)}</dl>
    ${writePlace(view)} ${writeMoney(view)} ${row.status === 'scheduled' && writeChanges(view)}
    <p><a class="button" href="${address('/notices')}">${words.noNotices}</a></p>`;
}

/** Writes the button of a person who has not said that they come; after the time, that they are on their way. */
function writeCome({ own: { row }, words, isOver, address }: View): Html | false {
  if (isOver ? isOnTheWay(row) : isComing(row)) return false;
  return html`<form class="actions" method="post" action="${address('/coming')}">
    <button class="button main">${isOver ? words.onMyWay : words.come}</button>
  </form>`;
}

function writeNote({ own, words, businessType }: View, note: Note): Html {
  const { name: business } = own.business;
  const texts: Readonly<Record<Note, string>> = {
    taken: words.taken,
    changed: words.changed[businessType],
    muted: fill(words.noNoticesDone, { business }),
  };
  return html`<p class="note" role="status">${texts[note]}</p>`;
}

/** Writes the state of a booking; nothing for one that is only booked. */
function writeState({ own: { row }, words, businessType }: View): Html | false {
  const { status } = row;
  if (status === 'cancelled')
    return html`<p class="note bad">
      ${(row.own_change === 'cancelled' ? words.youCancelled : words.status.cancelled)[businessType]}
    </p>`;
  if (status !== 'scheduled') return html`<p class="note">${words.status[status][businessType]}</p>`;
  return (
    (row.own_change === 'moved' || isComing(row)) &&
    html`<p class="note">
      ${row.own_change === 'moved' && words.youMoved[businessType]} ${isComing(row) && words.youCome}
    </p>`
  );
}

/** Writes the number of the person in the waiting room, how many are before them, and when they begin. */
function writeWaiting({ own: { row }, place, words }: View): Html | false {
  const { token, status } = row;
  const isCalled = callsOf(row) > 0;
  if (status !== 'scheduled' || (token === null && !place)) return false;
  return html`<div class="note" role="status">
    ${token !== null && html`<p>${words.token}: <strong>${token}</strong></p>`}
    ${(isSkipped(row) || isCalled) && html`<p><strong>${isSkipped(row) ? words.skipped : words.called}</strong></p>`}
    ${place?.late && html`<p>${lateText(place.late, words)}</p>`}
    ${place && row.arrived_at !== null && html`<p>${words.ahead}: <strong>${String(place.before)}</strong></p>`}
    ${place && html`<p>${words.begins}: <strong>${spanText(place.estimate, words)}</strong></p>`}
  </div>`;
}

function lateText({ until }: NonNullable<PlaceInQueue['late']>, words: OwnWords): string {
  if (until === null) return words.late;
  return fill(words.lateUntil, { time: formatTimeIn(words.time, indiaTime(until)) });
}

function spanText(span: Span | null, { time, notKnownYet }: OwnWords): string {
  if (span === null) return notKnownYet;
  return [span.from, span.to].map((at) => formatTimeIn(time, indiaTime(new Date(at)))).join(' – ');
}

function writeFacts({ own: { row, business }, words, businessType }: View): Html[] {
  const resource = row.resource_name ?? row.doctor;
  const facts: (readonly [string, string | null])[] = [
    [words.person, row.person_name],
    [words.service, row.service_name],
    [words.resource[businessType], resource === defaultDoctor ? null : resource],
    [words.where, business.address],
    [words.reference, row.reference.replace('booking_', '')],
  ];
  return facts.flatMap(([head, text]) =>
    text
      ? [
          html`<div>
            <dt>${head}</dt>
            <dd>${text}</dd>
          </div>`,
        ]
      : [],
  );
}

function writePlace({ own: { row, business }, words, address }: View): Html {
  const { telephone } = business;
  const place = directionsTo(business);
  return html`<div class="actions">
    ${place !== null && html`<div><a class="button" href="${place}" rel="noreferrer">${words.directions}</a></div>`}
    ${row.status === 'scheduled' && html`<div><a class="button" href="${address('/calendar.ics')}">${words.calendar}</a></div>`}
    ${telephone && html`<div><a class="button" href="tel:${telephone.replaceAll(/[^\d+]/g, '')}">${words.call} ${telephone}</a></div>`}
  </div>`;
}

/** Returns the address of a map: the business's own link, or a search for what it gives as its address. */
function directionsTo({ map_link: link, address, name }: OwnBooking['business']): string | null {
  if (link) return link;
  if (!address) return null;
  const query = `${name}, ${address.split('\n').join(', ')}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

function writeMoney({ own, words }: View): Html | false {
  const { row, business, refunded, online } = own;
  const paid = (row.amount_paise ?? 0) + online.authorized;
  const due = Math.max(0, (getDue(row) ?? 0) - online.authorized);
  const { released, returned } = online;
  const goingBack: (readonly [string, number])[] = [
    [words.goesBack, released],
    [words.comesBack, returned],
  ];
  const notes = goingBack.flatMap(([text, paise]) =>
    paise > 0 ? [fill(text, { amount: formatRupees(paise) })] : [],
  );
  if (paid === 0 && due === 0 && refunded === 0 && notes.length === 0) return false;
  const sums: (readonly [string, number])[] = [
    [words.paid, paid],
    [words.refunded, refunded],
    [words.returning, online.pending],
    [words.due, due],
  ];
  const rows = sums.flatMap(([head, paise]) =>
    paise > 0
      ? [
          html`<div>
            <dt>${head}</dt>
            <dd>${formatRupees(paise)}</dd>
          </div>`,
        ]
      : [],
  );
  const { upi_id: upiId, name } = business;
  const link = due > 0 && upiId ? upiLink({ upiId, name, amount: due, note: row.reference }) : null;
  return html`${rows.length > 0 && html`<dl class="card">${rows}</dl>`}
  ${notes.map((note) => html`<p class="note">${note}</p>`)}
  ${
    link !== null &&
    html`<p><a class="button" href="${link}">${words.payByUpi}</a></p>
      <details>
        <summary>${fill(words.upiCode, { amount: formatRupees(due) })}</summary>
        <div class="code" role="img" aria-label="${fill(words.upiCode, { amount: formatRupees(due) })}">
          ${new Html(renderSVG(link, { border: 2 }))}
        </div>
        <p class="dim">UPI: ${upiId}</p>
      </details>
      <p class="dim">${words.upiNote}</p>`
  }`;
}

/** Writes what leads to a move and a cancel, with the rule; after the cut-off what to do instead. */
function writeChanges({ own, words, businessType, may, address }: View): Html {
  if (!may.cancel) return html`<p>${words.tooLate[businessType]}</p>`;
  const { cutoff_min: cutoff } = own.business;
  const last = new Date(startOf(own.row).getTime() - cutoff * 60_000);
  const time = formatTimeIn(words.time, indiaTime(last));
  const when = `${formatDayIn(words.time, indiaDate(last))}, ${time}`;
  return html`<div class="actions">
      ${may.move && html`<div><a class="button" href="${address('/move')}">${words.move}</a></div>`}
      <div><a class="button bad" href="${address('/cancel')}">${words.cancel[businessType]}</a></div>
    </div>
    <p class="dim">${fill((may.move ? words.until : words.cancelUntil)[businessType], { when })}</p>`;
}

/** Writes the question before a cancel, with what becomes of the money. */
export function writeCancel(view: View): Html {
  const { own, words, businessType, address } = view;
  const { left, authorized, back, pending } = own.online;
  const paid = (own.row.amount_paise ?? 0) - left - pending;
  const kept = left + authorized - back;
  const { name: business } = own.business;
  return html`<p class="business">${business}</p>
    <h1>${words.cancelQuestion[businessType]}</h1>
    <p class="when">${writeWhen(view, ownTime(own))}</p>
    ${paid > 0 && html`<p class="note">${fill(words.cancelMoney, { amount: formatRupees(paid), business })}</p>`}
    ${back > 0 && html`<p class="note">${fill(words.cancelRefund, { amount: formatRupees(back) })}</p>`}
    ${kept > 0 && html`<p class="note">${fill(words.cancelKept, { amount: formatRupees(kept), business })}</p>`}
    <form method="post" action="${address('/cancel')}">
      ${before(own)}
      <div class="actions">
        <div><a class="button" href="${address()}">${words.keep}</a></div>
        <div><button class="button bad">${words.cancelYes}</button></div>
      </div>
    </form>`;
}

/** Writes the question before the business sends no more notices. */
export function writeNoNotices({ own, words, address }: View): Html {
  const { name: business } = own.business;
  return html`<p class="business">${business}</p>
    <h1>${fill(words.noNoticesQuestion, { business })}</h1>
    <p>${fill(words.noNoticesText, { business })}</p>
    <form method="post" action="${address('/notices')}">
      <div class="actions">
        <div><a class="button" href="${address()}">${words.back}</a></div>
        <div><button class="button">${words.noNoticesYes}</button></div>
      </div>
    </form>`;
}

/** Writes the days and times to which a booking may be moved. */
export function writeTimes(
  view: View,
  days: readonly FreeDay[],
  chosen: LocalDate | undefined,
  note: Note | undefined,
): Html {
  const { own, words, address } = view;
  const day = days.find(({ date }) => date === chosen) ?? days[0];
  return html`<p class="business">${own.business.name}</p>
    <h1>${words.chooseTime}</h1>
    ${note && writeNote(view, note)}
    <p>${words.before}: ${writeWhen(view, ownTime(own))}</p>
    ${day === undefined && html`<p class="note">${words.noTimes}</p>`}
    ${
      day &&
      html`<h2>${words.timesOf.replace('{day}', dayName(words, day.date))}</h2>
        <ul class="times">
          ${day.times.map(
            (time) =>
              html`<li>
                <a class="button" href="${address('/move', { date: day.date, time })}"
                  >${formatTimeIn(words.time, time)}</a
                >
              </li>`,
          )}
        </ul>
        <h2>${words.day}</h2>
        <ul class="times">
          ${days.map(
            ({ date }) =>
              html`<li>
                <a
                  class="button"
                  href="${address('/move', { date })}"
                  ${date === day.date && html` aria-current="date"`}
                  >${dayName(words, date)}</a
                >
              </li>`,
          )}
        </ul>`
    }
    <p><a class="button" href="${address()}">${words.back}</a></p>`;
}

/** Writes the question before a move. */
export function writeMove(view: View, to: OwnTime): Html {
  const { own, words, address } = view;
  return html`<p class="business">${own.business.name}</p>
    <h1>${words.moveQuestion}</h1>
    <dl class="card">
      <div>
        <dt>${words.before}</dt>
        <dd>${writeWhen(view, ownTime(own))}</dd>
      </div>
      <div>
        <dt>${words.after}</dt>
        <dd><strong>${writeWhen(view, to)}</strong></dd>
      </div>
    </dl>
    ${own.row.price_paise !== null && html`<p class="dim">${words.priceThere}</p>`}
    <form method="post" action="${address('/move')}">
      ${before(own)} <input type="hidden" name="date" value="${to.date}" /><input
        type="hidden"
        name="time"
        value="${to.time}"
      />
      <div class="actions">
        <div><a class="button" href="${address('/move', { date: to.date })}">${words.otherTime}</a></div>
        <div><button class="button main">${words.moveYes}</button></div>
      </div>
    </form>`;
}

/** Writes the time that the person sees, so that a page that is old changes nothing. */
function before(own: OwnBooking): Html {
  const { date, time } = ownTime(own);
  return html`<input type="hidden" name="fromDate" value="${date}" /><input
      type="hidden"
      name="fromTime"
      value="${time}"
    />`;
}

/** Returns the time of a booking. */
function ownTime({ row }: OwnBooking): OwnTime {
  return { date: row.appointment_date, time: row.appointment_time.slice(0, 5) };
}

function writeWhen({ own: { row }, words, businessType }: View, { date, time }: OwnTime): string {
  const endTime: LocalTime = addMinutes(time, row.duration_min);
  return formatWhen(words.time, { businessType, date, time, endTime });
}

function dayName({ time: words }: OwnWords, date: LocalDate): string {
  const weekday = words.weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
  return `${weekday}, ${formatDayIn(words, date).replace(/ \d+$/, '')}`;
}
