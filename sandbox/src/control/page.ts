import { escapeText } from '../party/escape-text.ts';
import type { Arrival, Party } from '../party/party.ts';

/**
 * Renders the arrivals of one party and the choice of its mode. Plain HTML without scripts: reload
 * to update.
 */
export function controlPage(parties: readonly Party[], chosen: string | null): string {
  const party = parties.find((candidate) => candidate.name === chosen) ?? parties[0];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Samay sandbox</title>
<style>${style}</style></head>
<body>
<header><h1>Sandbox</h1><p>Pretend third parties on this machine. Nothing leaves it.</p></header>
<nav aria-label="Parties">${parties.map((each) => tab(each, each === party)).join('')}</nav>
${party ? partySection(party) : ''}
</body></html>`;
}

function tab(party: Party, isCurrent: boolean): string {
  const mark = isCurrent ? ' aria-current="page"' : '';
  return `<a href="/?party=${escapeText(party.name)}"${mark}>${escapeText(party.title)} (${party.arrivals.length})</a> `;
}

function partySection(party: Party): string {
  return `<main>
<h2>${escapeText(party.title)}</h2>
<p>Listens at <code>${escapeText(party.address)}</code></p>
${party.page === '' ? '' : `<p><a href="${escapeText(party.address + party.page)}">Open its own page</a></p>`}
<form method="post" action="/parties/${escapeText(party.name)}/mode"><fieldset><legend>How it behaves</legend>
${Object.entries(party.modes)
  .map(([mode, effect]) => modeChoice(mode, effect, mode === party.mode))
  .join('\n')}
<button>Set</button></fieldset></form>
${party.takesSecret ? secretForm(party) : ''}
<form method="post" action="/parties/${escapeText(party.name)}/forget"><button>Forget all ${party.arrivals.length} arrivals</button></form>
${party.arrivals.length === 0 ? '<p>Nothing has arrived yet.</p>' : party.arrivals.map((arrival, at) => arrivalDetails(arrival, at === 0)).join('\n')}
</main>`;
}

function modeChoice(mode: string, effect: string, isSet: boolean): string {
  return `<label><input type="radio" name="mode" value="${escapeText(mode)}"${isSet ? ' checked' : ''}> <b>${escapeText(mode)}</b> ${escapeText(effect)}</label>`;
}

/** Renders the form for the webhook secret, which Samay's settings show once. */
function secretForm(party: Party): string {
  return `<form method="post" action="/parties/${escapeText(party.name)}/secret"><label>Signing secret, for checking what comes from now on
<input name="secret" value="${escapeText(party.secret)}" placeholder="whsec_…" size="54" autocomplete="off"></label><button>Set secret</button></form>`;
}

/** Renders one arrival, collapsed unless it is the newest. */
function arrivalDetails(arrival: Arrival, isNewest: boolean): string {
  const fields = Object.entries(arrival.content).map(
    ([name, value]) => `<dt>${escapeText(name)}</dt><dd>${shown(value)}</dd>`,
  );
  return `<details${isNewest ? ' open' : ''}><summary><time>${escapeText(arrival.at)}</time> ${escapeText(arrival.summary)} <i>${escapeText(arrival.mode)}</i></summary>
<dl>${fields.join('')}</dl></details>`;
}

function shown(value: unknown): string {
  const text = escapeText(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  const linked = text.replace(
    /https?:\/\/(?:(?!&quot;|&#39;|&lt;|&gt;)\S)+/g,
    (address) => `<a href="${address}" rel="noreferrer">${address}</a>`,
  );
  return `<pre>${linked}</pre>`;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color: #1c1917; background: #fafaf9; }
nav a { display: inline-block; padding: .5rem .75rem; } nav a[aria-current] { font-weight: 600; border-bottom: 3px solid #0f766e; }
label { display: block; } fieldset { border: 1px solid #d6d3d1; margin: 1rem 0; } button { padding: .4rem .8rem; margin: .5rem 0; }
details { border-top: 1px solid #d6d3d1; padding: .5rem 0; } input[name='secret'] { display: block; width: 100%; box-sizing: border-box; padding: .4rem; font: inherit; } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; } a { color: #0f766e; }`;
