import { formatRupees } from '@samay/contract/core/money';
import { indiaTime } from '@samay/contract/core/time';
import { html, type Html } from '../own-booking/html.ts';
import { whyNotBooked } from '../online/words/not-booked.ts';
import { payWords } from '../online/words/pay-words.ts';
import type { OwnOrder } from '../paying/order.ts';
import type { OrderRow, PaymentOfOrder } from '../orders/queries.ts';
import { refundTerms } from '../page-parts/terms.ts';
import { timeName, type View, whenName, writeName, writeWays } from '../page-parts/view.ts';

/** The form that a browser posts to the provider's page. */
interface CheckoutForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Something to say above the way to pay. */
export type PayNote = 'unpaid' | 'checking' | 'away';

interface ToPay {
  /** Undefined where the provider has made no order yet. */
  readonly checkout: CheckoutForm | undefined;
  readonly note: PayNote | undefined;
}

/**
 * Writes the page of an open order: what is paid now and what later, until when the time is kept, what goes back,
 * and the form that leads to the provider's page.
 */
export function writePay(view: View, { order }: OwnOrder, { checkout, note }: ToPay): Html {
  const { words, address, shown } = view;
  const pay = payWords[view.language];
  const { id, amount_paise: amount, price_paise: price } = order;
  const path = `/p/${id}`;
  const isKept = order.holds_until > shown.context.now;
  const kept = words.keptUntil.replace('{time}', timeName(view, indiaTime(order.holds_until)));
  return html`${writeName(view)}
    <h1>${pay.title}</h1>
    ${writeWhen(view, order)}
    ${note && (isKept || note !== 'unpaid') && html`<p class="note bad" role="alert">${pay[note]}</p>`}
    <dl class="card">
      ${writeFact(view.own.service, nameOf(shown.services, order.service_id))}
      ${writeFact(view.own.resource[shown.context.businessType], nameOf(shown.resources, order.resource_id))}
      ${writeFact(view.own.person, order.person_name)}
      ${price !== null && writeFact(words.price, formatRupees(price))}
      ${writeFact(words.payNow, formatRupees(amount))}
      ${price !== null && price > amount && writeFact(words.payAtDesk, formatRupees(price - amount))}
    </dl>
    <p>
      ${refundTerms(view, { date: order.appointment_date, time: order.appointment_time.slice(0, 5) }, order.refund_percent)}
    </p>
    <p class="dim">${isKept ? kept : pay.keptNoLonger}</p>
    ${
      note === 'checking'
        ? false
        : isKept && checkout
          ? html`<form class="actions" method="post" action="${checkout.action}">
              ${Object.entries(checkout.fields).map(
                ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
              )}
              <div>
                <button class="button main">${pay.pay.replace('{amount}', formatRupees(amount))}</button>
              </div>
            </form>`
          : html`<form class="actions" method="post" action="${address(path)}">
              <div><button class="button main">${isKept ? pay.tryAgain : pay.keepAgain}</button></div>
            </form>`
    }
    <div class="actions">
      <div><a class="button" href="${address(`/c/${id}`)}">${view.own.back}</a></div>
    </div>
    <form class="actions" method="post" action="${address(`${path}/leave`)}">
      <div><button class="button">${words.otherTimes}</button></div>
    </form>`;
}

/**
 * Writes the page of an order whose payment became no booking: why, and what becomes of the money.
 * @param made the address of the booking of its form, where that was booked without this payment
 */
export function writeNotBooked(
  view: View,
  {
    order,
    payment,
    made,
  }: Pick<OwnOrder, 'order'> & {
    readonly payment: PaymentOfOrder | undefined;
    readonly made: string | undefined;
  },
): Html {
  const pay = payWords[view.language];
  const type = view.shown.context.businessType;
  const { reason, state } = payment ?? { reason: 'late', state: undefined };
  const why = whyNotBooked(view.language, type, reason);
  return html`${writeName(view)}
    <h1>${reason === 'second' ? view.own.title[type] : pay.notBooked}</h1>
    ${writeWhen(view, order)}
    <p class="note bad" role="alert">
      ${payment ? why : view.shown.online.is_on ? pay.keptNoLonger : pay.closed}
    </p>
    ${payment && html`<p>${state === 'captured' ? pay.returned : pay.released}</p>`}
    <div class="actions">
      ${made !== undefined && html`<div><a class="button main" href="${made}">${view.words.seeBooking[type]}</a></div>`}
      <div>${writeOthers(view, order)}</div>
    </div>
    ${writeWays(view)}`;
}

/**
 * Writes the page to which the provider's page leads back. A browser sends no cookie with what another site has
 * begun, so this page leads there without a press.
 */
export function writeReturn(view: View, note: PayNote | undefined, path: string): Html {
  const pay = payWords[view.language];
  return html`${writeName(view)}
    <h1>${pay.title}</h1>
    <p role="status">${pay[note ?? 'checking']}</p>
    <div class="actions">
      <div><a class="button main" href="${path}">${pay.goOn}</a></div>
    </div>`;
}

function writeWhen(view: View, order: OrderRow): Html {
  const duration = view.shown.services.find(({ id }) => id === order.service_id)?.duration ?? 30;
  const time = order.appointment_time.slice(0, 5);
  return html`<p class="when">${whenName(view, order.appointment_date, time, duration)}</p>`;
}

function writeFact(name: string, value: string | null | undefined): Html | false {
  if (!value) return false;
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function writeOthers(view: View, order: OrderRow): Html {
  return html`<a class="button" href="${othersAt(view, order)}">${view.words.otherTimes}</a>`;
}

/** Returns the address of the other times of an order's service. */
export function othersAt({ address, shown }: View, order: OrderRow): string {
  const service = shown.services.find(({ id }) => id === order.service_id);
  const chosen = order.is_chosen ? order.resource_id : undefined;
  return address(service ? `/${service.key}` : '', service && { day: order.appointment_date, with: chosen });
}

function nameOf(
  all: readonly { readonly id: string; readonly name: string }[],
  id: string,
): string | undefined {
  return all.find((each) => each.id === id)?.name;
}
