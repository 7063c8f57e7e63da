import type { FlowTemplate, SmsAccount } from './accounts.ts';
import { dltFailures, categories, type Category } from './dlt.ts';
import { reportedFailures } from './modes.ts';
import type { Sms } from './phones.ts';
import type { DeliveryReports } from './reports.ts';
import { escapeText } from '../party/escape-text.ts';

/** Letters after a header that say what an SMS is. */
const suffixes: Readonly<Record<Category, string>> = { transactional: 'T', service: 'S', promotional: 'P' };

/** Renders the phones: each message with its sender. Plain HTML without scripts: reload to update. */
export function smsPhonesPage(messages: readonly Sms[]): string {
  const numbers = Map.groupBy(messages, ({ number }) => number);
  const phones = Array.from(
    numbers,
    ([number, own]) => `<section><h2>+${escapeText(number)}</h2>${own.map(bubble).join('\n')}</section>`,
  );
  return page(
    'SMS phones',
    `<p><a href="/panel">Accounts and templates</a></p>
${phones.length === 0 ? '<p>No message has arrived yet.</p>' : phones.join('')}`,
  );
}

/** Renders the panel of an account: its key, the address of reports, and its templates. */
export function panelPage(
  accounts: readonly { readonly account: SmsAccount; readonly reports: DeliveryReports }[],
  templates: readonly FlowTemplate[],
): string {
  const sections = accounts.map(
    ({ account, reports }) => `<section><h2>${account.header}</h2>
<p>Authkey <code>${account.authkey}</code>, entity <code>${account.entityId}</code></p>
<form method="post" action="/panel/webhook"><input type="hidden" name="authkey" value="${account.authkey}">
<label>Address of delivery reports <input name="address" type="url" value="${escapeText(reports.address)}"></label><button>Set and resume</button>
${reports.isPaused ? '<b>Paused: the address refused a report.</b>' : ''}</form>
<form method="post" action="/panel/templates"><input type="hidden" name="authkey" value="${account.authkey}">
<label>Text, with tags such as {#alphanumeric#} and {#url#} <textarea name="text" rows="4" required></textarea></label>
<label>DLT template id <input name="dltId" pattern="\\d{19}" required></label>
<label>Category <select name="category">${categories.map((each) => `<option${each === 'service' ? ' selected' : ''}>${each}</option>`).join('')}</select></label>
<button>Register the text and create its template</button></form>
${templates
  .filter(({ authkey }) => authkey === account.authkey)
  .map(templateItem)
  .join('')}</section>`,
  );
  return page('SMS accounts', `<p><a href="/phones">Phones</a></p>${sections.join('')}`);
}

export function smsErrorPage(reason: string): string {
  return page('This does not work', `<p>${escapeText(reason)}</p><p><a href="/panel">Back</a></p>`);
}

function templateItem({ id, dltId, text, state }: FlowTemplate): string {
  return `<article><p class="text">${escapeText(text)}</p><footer>Template <code>${id}</code>, DLT <code>${dltId}</code>, ${state}</footer></article>`;
}

function bubble({ at, header, category, text, parts, failure }: Sms): string {
  const sender = `JD-${header}${category ? `-${suffixes[category]}` : ''}`;
  const outcome =
    failure === undefined
      ? 'delivered'
      : `failed: ${failure} ${dltFailures[failure] ?? reportedFailures[failure] ?? ''}`;
  const linked = escapeText(text).replace(
    /https?:\/\/(?:(?!&quot;|&#39;|&lt;|&gt;)\S)+/g,
    (address) => `<a href="${address}" rel="noreferrer">${address}</a>`,
  );
  return `<article><p class="text">${linked}</p>
<footer>${escapeText(sender)} <time>${escapeText(at)}</time> ${parts} ${parts === 1 ? 'part' : 'parts'}, ${escapeText(outcome)}</footer></article>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,">
<style>${style}</style></head><body><h1>${title}</h1>${body}</body></html>`;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 1rem; color: #1c1917; background: #fafaf9; }
article { border: 1px solid #d6d3d1; border-radius: .5rem; padding: .5rem .75rem; margin: .75rem 0; background: #fff; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; } footer { font-size: .8rem; color: #57534e; overflow-wrap: anywhere; } label { display: block; margin: .5rem 0; }
input, textarea, select { display: block; width: 100%; box-sizing: border-box; padding: .4rem; font: inherit; } button { padding: .4rem .8rem; font: inherit; } code { overflow-wrap: anywhere; } a { color: #0f766e; }`;
