import { indiaTime, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { html, type Html } from '../own-booking/html.ts';
import type { OfferedService } from '../online/shown.ts';
import { dueOnline, percentOf } from '../online/due.ts';
import { priceOf } from '../online/times.ts';
import { changeTerms, refundTerms, writeSums } from './terms.ts';
import { timeName, type View, whenName, writeName } from './view.ts';

/** The fields of the form, as they were typed. */
export interface Typed {
  readonly name: string;
  readonly number: string;
  /** Empty where the form does not ask for it. */
  readonly email: string;
  readonly note: string;
}

export interface AskedTime {
  readonly service: OfferedService;
  readonly resource: { readonly id: string; readonly name: string };
  /** Whether the visitor chose it; otherwise any was meant. */
  readonly isChosen: boolean;
  readonly date: LocalDate;
  readonly time: LocalTime;
}

/** The fields that are wrong, each with what to do. */
export type Wrong = Readonly<Partial<Record<keyof Typed, string>>> & { readonly form?: string };

interface AskForm {
  readonly typed: Typed;
  readonly wrong: Wrong;
  /** Makes the same form one request or booking. */
  readonly requestId: string;
  /** Whether the device has proven the number before. */
  readonly isKnown: boolean;
  /** Until when the visitor holds the time; undefined where they do not. */
  readonly heldUntil: Date | undefined;
}

/** Writes the form for name and number of a held time. */
export function writeAsk(
  view: View,
  { service, resource, isChosen, date, time }: AskedTime,
  { typed, wrong, requestId, isKnown, heldUntil }: AskForm,
): Html {
  const { words, own, shown, address } = view;
  const { business, context, codes } = shown;
  const at = { service, resourceId: resource.id, date, time };
  const due = dueOnline(shown, service.id, priceOf(service, at));
  const paysByUpi = due > 0 && shown.paysBy === 'upi';
  const isCoded = codes !== null && !isKnown;
  const how =
    paysByUpi || codes === null
      ? (paysByUpi ? words.howUpi : words.how).replace('{business}', business.name)
      : isCoded
        ? words.howCode[codes]
        : words.howKnown;
  const send = paysByUpi
    ? words.goOnToPay
    : codes === null
      ? words.send
      : isCoded
        ? words.sendCode
        : words.bookNow;
  return html`${writeName(view)}
    <h1>${words.details}</h1>
    <p class="when">${whenName(view, date, time, service.duration)}</p>
    <dl class="card">
      <div>
        <dt>${own.service}</dt>
        <dd>${service.name}</dd>
      </div>
      <div>
        <dt>${own.resource[context.businessType]}</dt>
        <dd>${resource.name}</dd>
      </div>
      ${writeSums(view, at)}
    </dl>
    ${due > 0 && html`<p>${refundTerms(view, at, paysByUpi ? null : percentOf(shown.online))}</p>`}
    ${
      heldUntil &&
      html`<p class="dim">${words.keptUntil.replace('{time}', timeName(view, indiaTime(heldUntil)))}</p>`
    }
    ${wrong.form && html`<p class="note bad" role="alert">${wrong.form}</p>`}
    <form method="post" action="${address(`/${service.key}/ask`)}">
      <input type="hidden" name="day" value="${date}" /><input type="hidden" name="time" value="${time}" />
      <input type="hidden" name="with" value="${resource.id}" /><input
        type="hidden"
        name="request"
        value="${requestId}"
      />
      ${isChosen && html`<input type="hidden" name="chosen" value="1" />`}
      ${writeField({ name: 'name', label: words.name, wrong: wrong.name, rest: html`autocomplete="name" maxlength="120" required value="${typed.name}"` })}
      ${writeField({ name: 'number', label: words.number, wrong: wrong.number, rest: html`type="tel" inputmode="tel" autocomplete="tel" maxlength="40" required value="${typed.number}"` })}
      ${codes === 'mail' && !paysByUpi && writeField({ name: 'email', label: words.email, wrong: wrong.email, rest: html`type="email" autocomplete="email" maxlength="200" required value="${typed.email}"` })}
      ${writeField({ name: 'note', label: words.note, wrong: wrong.note, rest: html`maxlength="500" value="${typed.note}"` })}
      <p>${how} ${changeTerms(view, at, codes === null || paysByUpi)}</p>
      <div class="actions">
        <div>
          <a
            class="button"
            href="${address(`/${service.key}`, { day: date, with: isChosen ? resource.id : undefined })}"
            >${own.back}</a
          >
        </div>
        <div><button class="button main">${send}</button></div>
      </div>
    </form>
    ${
      isKnown &&
      html`<form class="actions" method="post" action="${address('/forget')}">
        <div><button class="button">${words.forget}</button></div>
      </form>`
    }`;
}

/** Writes a field with its label, and with what is wrong about it. */
export function writeField({
  name,
  label,
  wrong,
  rest,
}: {
  readonly name: string;
  readonly label: string;
  readonly wrong: string | undefined;
  readonly rest: Html;
}): Html {
  const described = wrong !== undefined && html`aria-invalid="true" aria-describedby="${name}-wrong"`;
  return html`<p class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" ${rest} ${described} />
    ${wrong !== undefined && html`<span class="bad" id="${name}-wrong">${wrong}</span>`}
  </p>`;
}
