import { formatRupees } from '@samay/contract/core/money';
import { indiaTime } from '@samay/contract/core/time';
import { upiLink } from '@samay/contract/tenancy/upi';
import { renderSVG } from 'uqr';
import { html, Html } from '../own-booking/html.ts';
import { stateOf } from './present.ts';
import type { RequestRow } from './queries.ts';
import { writeField } from '../page-parts/ask-page.ts';
import { refundTerms } from '../page-parts/terms.ts';
import { timeName, type View, whenName, writeName, writeWays } from '../page-parts/view.ts';

export interface UtrForm {
  /** The number as it was typed. */
  readonly utr: string;
  readonly wrong?: string | undefined;
}

/** Writes the page on which a visitor pays for a request by UPI, and types the number of the payment. */
export function writePayByUpi(view: View, row: RequestRow, { utr, wrong }: UtrForm): Html {
  const { words, own, shown, address } = view;
  const { business, upiId, context } = shown;
  const due = row.upi_paise ?? 0;
  const time = row.appointment_time.slice(0, 5);
  const isLapsed = stateOf(row, context.now) === 'lapsed';
  const amount = formatRupees(due);
  const until = timeName(view, indiaTime(row.lapses_at));
  const code = own.upiCode.replace('{amount}', amount);
  const link =
    upiId === null || isLapsed
      ? null
      : upiLink({ upiId, name: business.name, amount: due, note: `Request ${row.id.slice(0, 8)}` });
  const rest = row.price_paise === null ? 0 : row.price_paise - due;
  return html`${writeName(view)}
    <h1>${words.payTitle.replace('{amount}', amount)}</h1>
    <p class="when">${whenName(view, row.appointment_date, time, row.duration_min)}</p>
    <p class="note${isLapsed ? ' bad' : ''}" role="status">
      ${isLapsed ? words.payLapsed : words.keptUntil.replace('{time}', until)}
    </p>
    <dl class="card">
      <div>
        <dt>${own.service}</dt>
        <dd>${row.service_name}</dd>
      </div>
      <div>
        <dt>${words.payNow}</dt>
        <dd>${amount}</dd>
      </div>
      ${
        rest > 0 &&
        html`<div>
          <dt>${words.payAtDesk}</dt>
          <dd>${formatRupees(rest)}</dd>
        </div>`
      }
    </dl>
    <p>${refundTerms(view, { date: row.appointment_date, time }, null)}</p>
    ${
      link !== null &&
      html`<p><a class="button main" href="${link}">${own.payByUpi}</a></p>
        <div class="code" role="img" aria-label="${code}">${new Html(renderSVG(link, { border: 2 }))}</div>
        <p class="dim">UPI: ${upiId}</p>`
    }
    ${upiId === null && !isLapsed && html`<p>${words.payCall}</p>`} ${writeUtr(view, row, { utr, wrong })}
    ${isLapsed && html`<div class="actions"><div>${writeOtherTimes(view, row)}</div></div>`}
    ${
      !isLapsed &&
      html`<form class="actions" method="post" action="${address(`/r/${row.id}/withdraw`)}">
        <div><button class="button bad">${words.withdraw}</button></div>
      </form>`
    }
    ${writeWays(view)}`;
}

/** Writes the form for the number of a payment: the first one, or a right one in place of a wrong one. */
export function writeUtr(view: View, row: RequestRow, { utr, wrong }: UtrForm): Html {
  const { words, shown, address } = view;
  return html`<form method="post" action="${address(`/r/${row.id}/paid`)}">
    ${writeField({ name: 'utr', label: words.utr, wrong, rest: html`inputmode="numeric" autocomplete="off" maxlength="20" required value="${utr}"` })}
    <p>${words.utrNote.replace('{business}', shown.business.name)}</p>
    <div class="actions">
      <div><button class="button main">${row.utr === null ? words.utrSend : words.utrCorrect}</button></div>
    </div>
  </form>`;
}

/** Writes the link to the other times of the service of a request. */
export function writeOtherTimes({ words, shown, address }: View, row: RequestRow): Html {
  const service = shown.services.find(({ id }) => id === row.service_id);
  const times = address(service ? `/${service.key}` : '', service && { day: row.appointment_date });
  return html`<a class="button main" href="${times}">${words.otherTimes}</a>`;
}
