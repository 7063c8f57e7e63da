import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { FlowTemplates, type SmsAccount, smsAccounts } from './accounts.ts';
import { type Category, categories } from './dlt.ts';
import { toIndianTime } from './indian-time.ts';
import { failureOfNumber, refusals, smsModes } from './modes.ts';
import { panelPage, smsErrorPage, smsPhonesPage } from './pages.ts';
import { newRequestId, SmsPhones } from './phones.ts';
import { DeliveryReports } from './reports.ts';
import { instantNow } from '../party/clock.ts';
import { closeNow, listen, loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';

interface FlowRequest {
  readonly template_id?: string;
  readonly recipients?: readonly Readonly<Record<string, unknown>>[];
}

interface SmsServer {
  readonly party: Party;
  readonly templates: FlowTemplates;
  readonly phones: SmsPhones;
  /** Returns the delivery reports of an account, by its key. */
  reports(authkey: string): DeliveryReports;
  close(): Promise<void>;
}

/**
 * Starts a simulated MSG91 after its documentation: the flow API, delivery reports, the operators'
 * check of registered texts, and pages of accounts and phones. `now` is the instant that the quiet
 * hours go by.
 */
export async function startSmsServer(
  port: number,
  { now = instantNow }: { now?: () => string } = {},
): Promise<SmsServer> {
  const party = new Party('sms', 'SMS', smsModes, { page: '/phones' });
  const ending = new AbortController();
  const flow = new FlowApi(party, ending.signal, now);
  const server = createServer((request, response) => void flow.reply(request, response));
  party.address = `http://${loopback}:${await listen(server, port)}`;
  return {
    party,
    templates: flow.templates,
    phones: flow.phones,
    reports: (authkey) => flow.reports(authkey),
    close: () => {
      ending.abort();
      return closeNow(server);
    },
  };
}

class FlowApi {
  readonly templates = new FlowTemplates();
  readonly phones = new SmsPhones();
  readonly #party: Party;
  readonly #reports: ReadonlyMap<string, DeliveryReports>;
  readonly #ending: AbortSignal;
  readonly #now: () => string;

  constructor(party: Party, ending: AbortSignal, now: () => string) {
    this.#party = party;
    this.#ending = ending;
    this.#now = now;
    this.#reports = new Map(smsAccounts.map(({ authkey }) => [authkey, new DeliveryReports(ending)]));
  }

  reports(authkey: string): DeliveryReports {
    return this.#reports.get(authkey) ?? new DeliveryReports(this.#ending);
  }

  async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.#party.address);
    const body = request.method === 'GET' ? '' : await text(request);
    try {
      if (pathname.startsWith('/api/')) await this.#answerApi(request, pathname, body, response);
      else this.#showPage(request, pathname, new URLSearchParams(body), response);
    } catch (error) {
      sendPage(response, smsErrorPage(error instanceof Error ? error.message : 'Bad request'), 400);
    }
  }

  async #answerApi(
    request: IncomingMessage,
    path: string,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    const { mode } = this.#party;
    const sent = parsed(body);
    this.#party.record(`${request.method} ${path}`, { method: request.method, path, body: sent ?? body });
    if (mode === 'down') return void response.destroy();
    if (mode === 'hang') return;
    if (mode === 'slow') await wait(300, undefined, { ref: false });
    if (mode === 'nonsense') return sendPage(response, '<!doctype html><title>Gateway</title>It works');
    const refusal = refusals[mode];
    if (refusal) return sendJson(response, ...refusal);
    const isFlow = request.method === 'POST' && path.replace(/\/$/, '') === '/api/v5/flow';
    if (!isFlow) return sendJson(response, 404, { type: 'error', message: 'Not found' });
    const answer = this.#send(request.headers['authkey'], sent);
    if (mode === 'late') return void response.destroy();
    sendJson(response, 200, answer);
  }

  /** Takes the messages of a request. Refusals are answered 200 too, as MSG91 does. */
  #send(authkey: unknown, request: FlowRequest | undefined): { type: string; message: string } {
    const account = smsAccounts.find((known) => known.authkey === authkey);
    if (!account) return { type: 'error', message: 'Authentication failure' };
    const { template_id: templateId, recipients = [] } = request ?? {};
    if (!templateId) return { type: 'error', message: 'Template ID missing' };
    const template = this.templates.find(templateId, account.authkey);
    if (!template) return { type: 'error', message: 'Invalid template ID' };
    if (template.state !== 'Verified by DLT') return { type: 'error', message: 'Template is not approved' };
    const numbers = recipients.map(({ mobiles }) => (typeof mobiles === 'string' ? mobiles : ''));
    if (numbers.length === 0 || !numbers.every((number) => /^91[6-9]\d{9}$/.test(number)))
      return { type: 'error', message: 'Please provide valid mobile number' };
    const requestId = newRequestId();
    for (const recipient of recipients) this.#deliver(account, template, recipient, requestId);
    return { type: 'success', message: requestId };
  }

  #deliver(
    account: SmsAccount,
    template: { readonly header: string; readonly dltId: string; readonly text: string },
    recipient: Readonly<Record<string, unknown>>,
    requestId: string,
  ): void {
    const { mode } = this.#party;
    const number = String(recipient['mobiles']);
    // A variable without a value is left empty.
    const content = template.text.replaceAll(/##(\w+)##/g, (_, name: string) => toText(recipient[name]));
    const category = this.templates.dlt.categoryOf(template.dltId);
    const { header, dltId } = template;
    const scrubbed = this.templates.dlt.scrub({
      entityId: account.entityId,
      header,
      textId: dltId,
      number,
      text: content,
    });
    const injected = mode.startsWith('failed-') ? Number(mode.slice('failed-'.length)) : undefined;
    const isQuiet = category === 'promotional' && !isDaytime(this.#now());
    const failure = injected ?? failureOfNumber(number) ?? scrubbed ?? (isQuiet ? 17 : undefined);
    const sms = this.phones.keep({ requestId, number, header, category, text: content, failure });
    if (mode === 'undelivered' || mode === 'no-webhook') return;
    void this.reports(account.authkey).send(sms, {
      copies: mode === 'duplicate-webhook' ? 2 : 1,
      delayMs: mode === 'late-webhook' ? 5000 : 0,
      isVersion3: mode === 'v3-webhook',
    });
  }

  #showPage(request: IncomingMessage, path: string, form: URLSearchParams, response: ServerResponse): void {
    const wanted = `${request.method} ${path}`;
    const field = (name: string) => form.get(name) ?? '';
    if (wanted === 'GET /phones') return sendPage(response, smsPhonesPage(this.phones.messages));
    if (wanted === 'GET /panel') {
      const accounts = smsAccounts.map((account) => ({ account, reports: this.reports(account.authkey) }));
      return sendPage(response, panelPage(accounts, this.templates.all));
    }
    const account = smsAccounts.find(({ authkey }) => authkey === field('authkey'));
    if (wanted === 'POST /panel/webhook' && account) {
      const reports = this.reports(account.authkey);
      reports.address = field('address');
      reports.isPaused = false;
      return back(response);
    }
    if (wanted === 'POST /panel/templates' && account) {
      const category = categories.find((each) => each === field('category')) satisfies Category | undefined;
      this.templates.register(account, {
        dltId: field('dltId'),
        text: field('text'),
        ...(category && { category }),
      });
      return back(response);
    }
    sendPage(response, smsErrorPage('Nothing is here.'), 404);
  }
}

/** Tells whether promotion may be sent: from 10 to 21 in India. */
function isDaytime(instant: string): boolean {
  const hour = Number(toIndianTime(instant).slice(11, 13));
  return hour >= 10 && hour < 21;
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Parses a JSON object. */
function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function back(response: ServerResponse): void {
  response.writeHead(303, { location: '/panel' }).end();
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, html: string, status = 200): void {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    .end(html);
}
