import { formatRupees } from '@samay/contract/core/money';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { html, type Html } from '../own-booking/html.ts';
import { stateOf, takesUtr } from './present.ts';
import type { RequestRow } from './queries.ts';
import { type UtrForm, writeOtherTimes, writeUtr } from './pay-by-upi-page.ts';
import { dayName, timeName, type View, whenName, writeName, writeWays } from '../page-parts/view.ts';

/** The rest of the page of a request. */
interface RequestExtras {
  /** Leads to its booking; null before it. */
  readonly link: string | null;
  /** The form for the number of its payment; where it is not open, a link leads to it. */
  readonly utrForm?: UtrForm | undefined;
}

/** Writes the page of a request: what was asked, and the answer. */
export function writeRequest(view: View, row: RequestRow, { link, utrForm }: RequestExtras): Html {
  const { words, own, shown, address } = view;
  const { context, business } = shown;
  const state = stateOf(row, context.now);
  const texts: Readonly<Record<typeof state, string>> = {
    pending: words.pending.replace('{business}', business.name),
    lapsed: row.utr === null ? words.lapsed : `${words.lapsed} ${words.lapsedPaid}`,
    confirmed: words.confirmed[context.businessType],
    declined: row.utr === null ? words.declined : `${words.declined} ${words.declinedPaid}`,
    withdrawn: words.withdrawn,
  };
  const until = `${dayName(view, indiaDate(row.lapses_at))}, ${timeName(view, indiaTime(row.lapses_at))}`;
  return html`${writeName(view)}
    <h1>${words.request}</h1>
    <p class="note${state === 'declined' || state === 'lapsed' ? ' bad' : ''}" role="status">
      ${texts[state]}
    </p>
    <p class="when">
      ${whenName(view, row.appointment_date, row.appointment_time.slice(0, 5), row.duration_min)}
    </p>
    ${state === 'pending' && html`<p>${words.answerBy.replace('{when}', until)} ${words.keepPage}</p>`}
    <dl class="card">
      ${
        row.reason &&
        html`<div>
          <dt>${words.reason}</dt>
          <dd>${row.reason}</dd>
        </div>`
      }
      <div>
        <dt>${own.service}</dt>
        <dd>${row.service_name}</dd>
      </div>
      <div>
        <dt>${own.resource[context.businessType]}</dt>
        <dd>${row.resource_name}</dd>
      </div>
      ${
        row.price_paise !== null &&
        html`<div>
          <dt>${words.price}</dt>
          <dd>${formatRupees(row.price_paise)}</dd>
        </div>`
      }
    </dl>
    ${row.utr !== null && html`<p class="dim">${words.utr}: ${row.utr} · ${formatRupees(row.upi_paise ?? 0)}</p>`}
    ${state === 'withdrawn' && takesUtr(row) && html`<p>${words.payLapsed}</p>`}
    ${
      takesUtr(row) &&
      (utrForm
        ? writeUtr(view, row, utrForm)
        : row.utr !== null &&
          html`<p><a href="${address(`/r/${row.id}`, { correct: '1' })}">${words.utrCorrect}</a></p>`)
    }
    <div class="actions">
      ${link !== null && html`<div><a class="button main" href="${link}">${words.seeBooking[context.businessType]}</a></div>`}
      ${
        (state === 'declined' || state === 'lapsed' || state === 'withdrawn') &&
        html`<div>${writeOtherTimes(view, row)}</div>`
      }
    </div>
    ${
      state === 'pending' &&
      row.utr === null &&
      html`<form class="actions" method="post" action="${address(`/r/${row.id}/withdraw`)}">
        <div><button class="button bad">${words.withdraw}</button></div>
      </form>`
    }
    ${writeWays(view)}`;
}
