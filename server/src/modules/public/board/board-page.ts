import { fill, formatTimeIn } from '@samay/contract/bookings/whatsapp-messages/compose';
import { addMinutes, indiaTime } from '@samay/contract/core/time';
import type { BoardEntry, BoardQueue } from '../../desk/index.ts';
import { ownWords } from '../own-booking/choose-language.ts';
import { html, Html } from '../own-booking/html.ts';
import type { OwnLanguage } from '../own-booking/own-words.ts';
import { boardWords } from './board-words.ts';
import type { FoundBoard } from './find.ts';
import { boardScript } from './script.ts';
import { boardStyle } from './style.ts';

/** The most columns of a page, and the most that have room for two people in large type next to each other. */
const [mostColumns, mostWide] = [4, 2];
/** The most people who are called in large type; the others are the first of those who are next. */
const mostCalled = 2;
/** The most people who are named as next. */
const mostNext = 3;

export interface BoardPage extends FoundBoard {
  readonly queues: readonly BoardQueue[];
  readonly language: OwnLanguage;
}

/** Writes the whole page, with the script that keeps it up to date. */
export function writeBoardPage(page: BoardPage, nonce: string): string {
  const words = boardWords[page.language];
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${words.title} · ${page.board.name}</title>
        <style nonce="${nonce}">
          ${new Html(boardStyle)}
        </style>
      </head>
      <body>
        <header>
          <h1>${page.board.name}</h1>
          <p id="stale" role="status" data-text="${words.stale}"></p>
          <button id="sound" type="button">${words.sound}</button>
        </header>
        <main>${writeQueues(page)}</main>
        <script nonce="${nonce}">
          ${new Html(boardScript)};
        </script>
      </body>
    </html>`.text;
}

/**
 * Writes what changes: the time of the server, and the queue of each doctor or court. More than four take
 * turns, since more columns are too narrow to be read from four metres.
 */
export function writeQueues({ queues, language, board, context }: BoardPage): Html {
  const { time } = ownWords[language];
  const at = formatTimeIn(time, indiaTime(context.now));
  const pages = divide(queues);
  return html`<p id="at">${at}</p>
    ${pages.map((page, index) => {
      const shown: Shown = {
        language,
        showsNames: board.board_names,
        isTurf: context.businessType === 'turf',
        mostLarge: page.length > mostWide ? 1 : mostCalled,
      };
      return html`<div
        class="queues"
        data-count="${String(page.length)}"
        ${index === 0 && new Html('data-shown')}
      >
        ${page.map((queue) => writeQueue(queue, shown))}
        ${pages.length > 1 && html`<p class="turn">${String(index + 1)} / ${String(pages.length)}</p>`}
      </div>`;
    })}`;
}

/** Divides the queues into pages of about the same size. */
function divide(queues: readonly BoardQueue[]): BoardQueue[][] {
  const pages = Math.max(1, Math.ceil(queues.length / mostColumns));
  const each = Math.ceil(queues.length / pages);
  return Array.from({ length: pages }, (_, page) => queues.slice(page * each, (page + 1) * each));
}

interface Shown {
  readonly language: OwnLanguage;
  readonly showsNames: boolean;
  readonly isTurf: boolean;
  /** The most people who are called, or inside, in large type. */
  readonly mostLarge: number;
}

function writeQueue({ name, inside, called, next: others, late }: BoardQueue, shown: Shown): Html {
  const words = boardWords[shown.language];
  const next = [...called.slice(shown.mostLarge), ...others];
  const nobody = inside.length === 0 && called.length === 0 && next.length === 0;
  return html`<section>
    <h2>${name}</h2>
    ${late && html`<p class="late">${lateText(late, shown)}</p>`}
    ${called.length > 0 && html`<h3>${words.called}</h3>`}
    ${called.length > 0 && html`<div class="large called">${called.slice(0, shown.mostLarge).map((entry) => writeLarge(entry, shown, 'called'))}</div>`}
    ${inside.length > 0 && html`<h3>${shown.isTurf ? words.playing : words.inside}</h3>`}
    ${inside.length > 0 && html`<div class="large">${inside.slice(0, shown.mostLarge).map((entry) => writeLarge(entry, shown, 'inside'))}</div>`}
    ${inside.length === 0 && shown.isTurf && html`<p class="free">${words.free}</p>`}
    ${next.length > 0 && html`<h3>${words.next}</h3>`}
    ${
      next.length > 0 &&
      html`<ol>
        ${next.slice(0, mostNext).map((entry) => html`<li>${writeLabel(entry, shown)}</li>`)}
      </ol>`
    }
    ${nobody && !shown.isTurf && html`<p class="nobody">${words.nobody}</p>`}
    <i
      hidden
      data-sounds="${[...inside.map(({ id }) => id), ...called.map(({ id, calls }) => `${id} ${String(calls)}`)].join(',')}"
    ></i>
  </section>`;
}

/** Writes a person in large type; of a court until when they play. */
function writeLarge(entry: BoardEntry, shown: Shown, kind: 'called' | 'inside'): Html {
  if (shown.isTurf && kind === 'inside') return html`<p class="until">${untilText(entry, shown)}</p>`;
  return html`<p>${writeLabel(entry, shown)}</p>`;
}

function lateText({ until }: NonNullable<BoardQueue['late']>, { language }: Shown): string {
  if (until === null) return boardWords[language].late;
  return fill(boardWords[language].lateUntil, {
    time: formatTimeIn(ownWords[language].time, indiaTime(until)),
  });
}

function untilText({ time, minutes }: BoardEntry, { language }: Shown): string {
  const end = formatTimeIn(ownWords[language].time, addMinutes(time, minutes));
  return fill(boardWords[language].until, { time: end });
}

/** Writes how a person is called: by the number, else by the time, with a name where the owner says so. */
function writeLabel({ token, time, personName }: BoardEntry, { language, showsNames }: Shown): Html {
  const called = token ?? formatTimeIn(ownWords[language].time, time);
  return html`<span class="${token === null ? 'clock' : 'token'}">${called}</span
    >${showsNames && html` <span class="name">${shortName(personName)}</span>`}`;
}

const titles = /^(?:mr|mrs|ms|miss|dr|shri|sri|smt|kum|master|baby)[.\s]+/iu;

/** Shortens a name to the first one and the initial of the last: `Ravi K.`. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().replace(titles, '').split(/\s+/u);
  const initial = /^./u.exec(others.at(-1) ?? '')?.[0];
  return initial === undefined ? first : `${first} ${initial}.`;
}
