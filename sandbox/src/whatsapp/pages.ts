import type { Phone, PhoneMessage } from './phones.ts';
import type { Template } from './templates.ts';
import { escapeText } from '../party/escape-text.ts';

/** Renders the list of phones and of templates. Plain HTML without scripts: reload to update. */
export function phonesPage(
  phones: readonly Phone[],
  templates: readonly { readonly accountId: string; readonly template: Template }[],
): string {
  const items = phones.map(
    ({ number, messages }) =>
      `<li><a href="/phones/${number}">+${number}</a> ${messages.length} messages</li>`,
  );
  return page(
    'WhatsApp phones',
    `${items.length === 0 ? '<p>No message has arrived yet.</p>' : `<ul>${items.join('')}</ul>`}
<form method="post" action="/webhook/verify"><button>Verify the webhook address</button></form>
<h2>Templates</h2>${templates.map(({ accountId, template }) => templateSection(accountId, template)).join('')}`,
  );
}

/** Renders a phone: its messages, newest first, with the buttons that a person can tap. */
export function phonePage({ number, messages }: Phone): string {
  return page(
    `Phone +${number}`,
    `<p><a href="/phones">All phones</a></p>
<form method="post" action="/phones/${number}/text"><label>Message <input name="text" required maxlength="4096" autocomplete="off"></label><button>Send</button></form>
<form method="post" action="/phones/${number}/read"><button>Read all</button></form>
${messages.map((message) => bubble(number, message)).join('\n')}`,
  );
}

/** Renders the outcome of the verification. */
export function verifiedPage(isVerified: boolean): string {
  return page(
    'Webhook address',
    `<p>${isVerified ? 'The address answered with the challenge.' : 'The address did not answer with the challenge.'}</p><p><a href="/phones">All phones</a></p>`,
  );
}

function bubble(number: string, message: PhoneMessage): string {
  const buttons = message.buttons.map(({ kind, text, value }, at) =>
    kind === 'reply'
      ? `<form method="post" action="/phones/${number}/tap"><input type="hidden" name="message" value="${escapeText(message.id)}"><button name="button" value="${at}">${escapeText(text)}</button></form>`
      : `<p><a href="${escapeText(kind === 'phone' ? `tel:${value}` : value)}" rel="noreferrer">${escapeText(text)}</a></p>`,
  );
  return `<article class="${message.from}"><p class="text">${escapeText(message.text)}</p>${buttons.join('')}
<footer><time>${escapeText(message.at)}</time> ${message.from === 'business' ? message.state : 'sent by the phone'}</footer></article>`;
}

function templateSection(accountId: string, template: Template): string {
  const states = ['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'].map(
    (state) => `<button name="state" value="${state}">${state}</button>`,
  );
  const texts = template.components.map(({ text }) => (text === undefined ? '' : escapeText(text)));
  return `<details><summary>${escapeText(template.name)} ${escapeText(template.language)} <b>${template.status}</b> account ${accountId}</summary>
<p class="text">${texts.filter((text) => text !== '').join('\n')}</p>
<form method="post" action="/templates/${template.id}">${states.join('')}</form></details>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(title)}</title><link rel="icon" href="data:,">
<style>${style}</style></head><body><h1>${escapeText(title)}</h1>${body}</body></html>`;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 0 auto; padding: 1rem; color: #1c1917; background: #fafaf9; }
article { border: 1px solid #d6d3d1; border-radius: .5rem; padding: .5rem .75rem; margin: .75rem 0; background: #fff; } article.person { background: #dcfce7; margin-left: 3rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; } footer { font-size: .8rem; color: #57534e; } input { width: 100%; box-sizing: border-box; }
button, input { padding: .5rem; margin: .25rem 0; font: inherit; } details { border-top: 1px solid #d6d3d1; padding: .25rem 0; } a { color: #0f766e; }`;
