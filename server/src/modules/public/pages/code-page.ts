import { html, type Html } from '../own-booking/html.ts';
import type { ProofRow } from '../proofs/queries.ts';
import type { KnownPerson } from '../proofs/queries.ts';
import { writeField } from '../page-parts/ask-page.ts';
import { type View, whenName, writeName, writeWays } from '../page-parts/view.ts';

/** Something to say above a form. */
export interface Said {
  readonly text: string;
  readonly isBad: boolean;
}

/** Writes the page on which a visitor types the code, asks for another one, or sends a request instead. */
export function writeCode(view: View, row: ProofRow, { said, wrong }: { said?: Said; wrong?: string }): Html {
  const { words, address, own } = view;
  const path = `/c/${row.id}`;
  const isChosen = row.is_chosen ? '1' : undefined;
  const time = row.appointment_time.slice(0, 5);
  const asked = { day: row.appointment_date, time, with: row.resource_id, form: row.id };
  return html`${writeName(view)}
    <h1>${words.codeTitle}</h1>
    <p class="when">
      ${whenName(view, row.appointment_date, row.appointment_time.slice(0, 5), findDuration(view, row))}
    </p>
    <p role="status" class="note${said?.isBad && ' bad'}">${said?.text ?? codeSent(view, row)}</p>
    <form method="post" action="${address(path)}">
      ${writeField({ name: 'code', label: words.code, wrong, rest: html`inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus` })}
      ${
        row.channel !== 'mail' &&
        html`<label class="check"
          ><input type="checkbox" name="remember" value="1" />${words.remember}</label
        >`
      }
      <div class="actions">
        <div>
          <a class="button" href="${address(`/${serviceKey(view, row)}/ask`, { ...asked, chosen: isChosen })}"
            >${own.back}</a
          >
        </div>
        <div><button class="button main">${words.bookNow}</button></div>
      </div>
    </form>
    <h2>${words.noCode}</h2>
    ${said?.text !== words.againAfter && html`<p class="dim">${words.againAfter}</p>`}
    <div class="actions">
      <form method="post" action="${address(`${path}/again`)}">
        <button class="button">${words.sendAgain}</button>
      </form>
      <form method="post" action="${address(`${path}/request`)}">
        <button class="button">${words.askInstead}</button>
      </form>
    </div>`;
}

/** Says by which way and where to a code was sent. */
export function codeSent({ words }: View, { channel, email, contact }: ProofRow): string {
  return words.codeSent[channel].replace('{to}', channel === 'mail' ? (email ?? '') : contact);
}

/** Writes the choice of a booking's person: one of the household of a number, or the one that was typed. */
export function writeWho(view: View, row: ProofRow, household: readonly KnownPerson[]): Html {
  const { words, address } = view;
  return html`${writeName(view)}
    <h1>${words.who}</h1>
    <p class="when">
      ${whenName(view, row.appointment_date, row.appointment_time.slice(0, 5), findDuration(view, row))}
    </p>
    <form method="post" action="${address(`/c/${row.id}/who`)}">
      <ul class="choices">
        ${household.map(
          ({ id, name }) =>
            html`<li><button class="button" name="person" value="${id}">${name}</button></li>`,
        )}
        <li>
          <button class="button" name="person" value="new">
            ${words.newPerson.replace('{name}', row.person_name)}
          </button>
        </li>
      </ul>
    </form>`;
}

/** Writes why a booking was not made, and the telephone. */
export function writeRefused(view: View, text: string): Html {
  return html`${writeName(view)}
    <p class="note bad" role="alert">${text}</p>
    ${writeWays(view)}`;
}

function findDuration({ shown }: View, row: ProofRow): number {
  return shown.services.find(({ id }) => id === row.service_id)?.duration ?? 30;
}

function serviceKey({ shown }: View, row: ProofRow): string {
  return shown.services.find(({ id }) => id === row.service_id)?.key ?? row.service_id;
}
