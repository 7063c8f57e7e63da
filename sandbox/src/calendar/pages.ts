import type { CalendarEvent } from './events.ts';
import { escapeText } from '../party/escape-text.ts';
import { people } from '../identity/accounts.ts';

/** Renders the consent page for access to a calendar: one button for each account. */
export function calendarConsentPage(asked: URLSearchParams): string {
  const buttons = people.map(
    ({ email, name }) =>
      `<li><button name="email" value="${escapeText(email)}">Allow as ${escapeText(name)}<br><small>${escapeText(email)}</small></button></li>`,
  );
  return page(
    'Connect a calendar',
    `<p><b>${escapeText(asked.get('client_id') ?? '')}</b> wants to use ${escapeText(asked.get('scope') ?? '')}</p>
<form method="post"><ul>${buttons.join('')}</ul><button name="cancel" value="yes">Cancel</button></form>`,
  );
}

/** Renders the page for a request that cannot be redirected to its application. */
export function calendarErrorPage(reason: string): string {
  return page('This request is not valid', `<p>${escapeText(reason)}</p>`);
}

/** Renders a calendar for embedding in another page. */
export function embeddedPage(calendar: string, zone: string, events: readonly CalendarEvent[]): string {
  const rows = events.map(
    (event) =>
      `<li>${escapeText(timeOf(event))} ${escapeText(typeof event['summary'] === 'string' ? event['summary'] : '')}</li>`,
  );
  return page(
    `Calendar of ${calendar}`,
    `<p>Times of ${escapeText(zone)}</p>${rows.length === 0 ? '<p>No events</p>' : `<ul>${rows.join('')}</ul>`}`,
  );
}

function timeOf({ start }: CalendarEvent): string {
  return typeof start === 'object' && start !== null && 'dateTime' in start
    ? String(start.dateTime).slice(0, 16).replace('T', ' ')
    : '';
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)} · Sandbox calendar</title><style>${style}</style></head>
<body><main><p class="mark">Sandbox calendar: a pretend Google Calendar on this machine</p><h1>${escapeText(title)}</h1>
${body}</main></body></html>`;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1c1917; background: #f1f0ee; }
main { max-width: 32rem; margin: 0 auto; padding: 1.5rem; background: #fff; box-sizing: border-box; min-height: 100vh; overflow-wrap: anywhere; }
.mark { color: #57534e; font-size: .875rem; margin: 0; } h1 { font-size: 1.25rem; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0; } li { border-bottom: 1px solid #e7e5e4; padding: .25rem 0; overflow-wrap: anywhere; }
button { font: inherit; padding: .5rem 1rem; min-height: 44px; } li button { width: 100%; text-align: left; background: none; border: 0; cursor: pointer; }`;
