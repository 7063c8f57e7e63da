import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { CalendarEvents, failure } from './events.ts';
import { CalendarGrants } from './grants.ts';
import { calendarConsentPage, calendarErrorPage, embeddedPage } from './pages.ts';
import { closeNow, listen, loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';

const modes = {
  ok: 'Asks for consent, gives tokens, keeps events.',
  deny: 'Sends everybody back from the consent page with access_denied.',
  slow: 'Answers after 15 seconds.',
  down: 'Closes the connection without an answer.',
  error: 'Answers the API 500.',
  forbidden: 'Answers the API 403.',
  quota: 'Answers the API 429.',
  late: 'Does what the API is asked and closes the connection without saying so.',
  invalid_grant: 'Has forgotten every grant: no refresh token works.',
};

interface CalendarServer {
  readonly party: Party;
  /** The events of its calendars, for tests. */
  readonly events: CalendarEvents;
  close(): Promise<void>;
}

/**
 * Starts a simulated Google Calendar: consent, tokens and revocation (OAuth 2), and API v3.
 * `slowMs` is the delay of the mode `slow`.
 */
export async function startCalendarServer(port: number, { slowMs = 15_000 } = {}): Promise<CalendarServer> {
  const party = new Party('calendar', 'Google Calendar', modes);
  const events = new CalendarEvents();
  const calendar = new Calendar(party, events, slowMs);
  const server = createServer((request, response) => void calendar.reply(request, response));
  party.address = `http://${loopback}:${await listen(server, port)}`;
  return { party, events, close: () => closeNow(server) };
}

class Calendar {
  readonly #party: Party;
  readonly #events: CalendarEvents;
  readonly #slowMs: number;
  readonly #grants = new CalendarGrants();

  constructor(party: Party, events: CalendarEvents, slowMs: number) {
    this.#party = party;
    this.#events = events;
    this.#slowMs = slowMs;
  }

  async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#party.address);
    const body = request.method === 'GET' ? '' : await text(request);
    this.#party.record(`${request.method} ${url.pathname}`, readContent(request, url, body));
    const { mode } = this.#party;
    if (mode === 'down') return void response.destroy();
    if (mode === 'slow') await wait(this.#slowMs, undefined, { ref: false });
    try {
      if (url.pathname === '/o/oauth2/v2/auth')
        return this.#consent(request, url, new URLSearchParams(body), response);
      if (url.pathname === '/token') return this.#token(new URLSearchParams(body), response);
      if (url.pathname === '/revoke') return this.#revoke(url, new URLSearchParams(body), response);
      if (url.pathname.startsWith('/calendar/v3/')) return this.#api(request, url, body, response);
      if (url.pathname.startsWith('/calendar/')) return this.#show(url, response);
      sendPage(response, 404, calendarErrorPage('Nothing is here.'));
    } catch (error) {
      send(response, ...failure(400, 'badRequest', error instanceof Error ? error.message : 'Bad request'));
    }
  }

  #consent(request: IncomingMessage, url: URL, form: URLSearchParams, response: ServerResponse): void {
    const asked = url.searchParams;
    const back = new URL(asked.get('redirect_uri') ?? 'about:blank');
    if (!['localhost', loopback].includes(back.hostname))
      return sendPage(response, 400, calendarErrorPage('redirect_uri_mismatch'));
    back.searchParams.set('state', asked.get('state') ?? '');
    const refuses = this.#party.mode === 'deny' || form.has('cancel');
    if (request.method === 'GET' && !refuses) return sendPage(response, 200, calendarConsentPage(asked));
    if (refuses) back.searchParams.set('error', 'access_denied');
    else {
      back.searchParams.set('code', this.#grants.allow(asked, form.get('email') ?? ''));
      back.searchParams.set('scope', asked.get('scope') ?? '');
    }
    response.writeHead(302, { location: back.href }).end();
  }

  #token(form: URLSearchParams, response: ServerResponse): void {
    const isForgotten = this.#party.mode === 'invalid_grant';
    if (this.#party.mode === 'error') return send(response, 500, { error: 'internal_failure' });
    send(
      response,
      ...(isForgotten ? ([400, { error: 'invalid_grant' }] as const) : this.#grants.token(form)),
    );
  }

  #revoke(url: URL, form: URLSearchParams, response: ServerResponse): void {
    if (this.#party.mode === 'error') return send(response, 500, { error: 'internal_failure' });
    const isRevoked = this.#grants.revoke(url.searchParams.get('token') ?? form.get('token') ?? '');
    send(response, isRevoked ? 200 : 400, isRevoked ? {} : { error: 'invalid_token' });
  }

  #api(request: IncomingMessage, url: URL, body: string, response: ServerResponse): void {
    const { mode } = this.#party;
    const holder =
      mode === 'invalid_grant' ? undefined : this.#grants.holderOf(request.headers.authorization);
    if (holder === undefined) return send(response, ...failure(401, 'authError', 'Invalid Credentials'));
    if (mode === 'error') return send(response, ...failure(500, 'backendError', 'Backend Error'));
    if (mode === 'forbidden') return send(response, ...failure(403, 'forbidden', 'Forbidden'));
    if (mode === 'quota') return send(response, ...failure(429, 'rateLimitExceeded', 'Rate Limit Exceeded'));
    const answer = this.#answer(request.method ?? 'GET', url, holder, body);
    if (mode === 'late') return void response.destroy();
    send(response, ...answer);
  }

  #answer(method: string, url: URL, holder: string, body: string): readonly [status: number, body?: object] {
    const [collection, name, part, id] = url.pathname
      .replace('/calendar/v3/', '')
      .split('/')
      .map(decodeURIComponent);
    const own = {
      kind: 'calendar#calendar',
      id: holder,
      summary: holder,
      timeZone: 'Asia/Kolkata',
      primary: true,
    };
    if (collection === 'users' && part === 'calendarList')
      return [200, { kind: 'calendar#calendarList', items: [own] }];
    const calendar = name === 'primary' ? holder : name;
    if (collection !== 'calendars' || calendar !== holder) return failure(404, 'notFound', 'Not Found');
    if (part === undefined) return [200, own];
    return this.#events.answer(
      method,
      holder,
      id,
      body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
    );
  }

  #show(url: URL, response: ServerResponse): void {
    const calendar = url.searchParams.get('src') ?? url.searchParams.get('cid') ?? '';
    sendPage(
      response,
      200,
      embeddedPage(calendar, url.searchParams.get('ctz') ?? '', this.#events.standing(calendar)),
    );
  }
}

/**
 * Reads the content of an arrival. Bodies are forms at the OAuth addresses, and JSON at the API.
 */
function readContent({ method }: IncomingMessage, url: URL, body: string): Record<string, unknown> {
  const content = { method, path: url.pathname, query: Object.fromEntries(url.searchParams) };
  if (body === '') return content;
  return {
    ...content,
    body: body.startsWith('{')
      ? (JSON.parse(body) as unknown)
      : Object.fromEntries(new URLSearchParams(body)),
  };
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Sends a page. It sets no frame-ancestors, because other pages embed calendars. */
function sendPage(response: ServerResponse, status: number, html: string): void {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  });
  response.end(html);
}
