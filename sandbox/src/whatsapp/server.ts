import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type WhatsAppNumber, whatsAppNumbers } from './accounts.ts';
import { GraphError } from './faults.ts';
import { documentedLimits, type SendingLimits } from './limits.ts';
import { codeInMode, whatsAppModes } from './modes.ts';
import { type MessageRequest, WhatsAppNetwork } from './network.ts';
import { phonePage, phonesPage, verifiedPage } from './pages.ts';
import type { Template, TemplateState } from './templates.ts';
import { closeNow, listen, loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';

interface WhatsAppServer {
  readonly party: Party;
  readonly network: WhatsAppNetwork;
  close(): Promise<void>;
}

/**
 * Starts a simulated WhatsApp Cloud API after Meta's documentation: messages, templates, webhooks
 * to `webhookAddress`, and at `/phones` the phones of the people who receive the messages.
 */
export async function startWhatsAppServer(
  port: number,
  {
    webhookAddress,
    limits = documentedLimits,
    reviewMs = 500,
  }: { webhookAddress?: string | undefined; limits?: SendingLimits; reviewMs?: number } = {},
): Promise<WhatsAppServer> {
  const party = new Party('whatsapp', 'WhatsApp', whatsAppModes, { page: '/phones' });
  const network = new WhatsAppNetwork(party, { webhookAddress, limits, reviewMs });
  const api = new CloudApi(party, network);
  const server = createServer((request, response) => void api.reply(request, response));
  party.address = `http://${loopback}:${await listen(server, port)}`;
  return {
    party,
    network,
    close: () => {
      network.webhooks.stop();
      return closeNow(server);
    },
  };
}

class CloudApi {
  readonly #party: Party;
  readonly #network: WhatsAppNetwork;

  constructor(party: Party, network: WhatsAppNetwork) {
    this.#party = party;
    this.#network = network;
  }

  async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#party.address);
    const body = request.method === 'GET' ? '' : await text(request);
    try {
      if (/^\/v\d+\.\d+\//.test(url.pathname)) await this.#answerApi(request, url, body, response);
      else await this.#showPage(request, url, new URLSearchParams(body), response);
    } catch (error) {
      const failure = error instanceof GraphError ? error : new GraphError(100, String(error));
      sendJson(response, failure.status, failure.body);
    }
  }

  async #answerApi(
    request: IncomingMessage,
    url: URL,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    const { mode } = this.#party;
    const path = url.pathname.replace(/^\/v\d+\.\d+/, '');
    this.#party.record(`${request.method} ${path}`, {
      method: request.method,
      path: url.pathname,
      ...(body !== '' && { body: parsed(body) ?? body }),
    });
    if (mode === 'down') return void response.destroy();
    if (mode === 'hang') return;
    if (mode === 'slow') await wait(300, undefined, { ref: false });
    if (mode === 'nonsense') return sendPage(response, '<!doctype html><title>Gateway</title>It works');
    const code = codeInMode(mode, 'error');
    if (code !== undefined) throw new GraphError(code);
    const answer = this.#answer(request, path, url.searchParams, body);
    if (mode === 'late') return void response.destroy();
    sendJson(response, 200, answer);
  }

  #answer(request: IncomingMessage, path: string, query: URLSearchParams, body: string): object {
    const [, id = '', collection] = path.split('/');
    const token = request.headers.authorization?.replace(/^Bearer /, '');
    const holder = whatsAppNumbers.find((number) => number.token === token);
    if (!holder) throw new GraphError(190);
    const isPost = request.method === 'POST';
    const sent = isPost && body !== '' ? parsed(body) : {};
    if (!sent) throw new GraphError(100, 'The body is no JSON object');
    if (collection === 'message_templates' && id === holder.accountId)
      return isPost ? this.#createTemplate(id, sent) : this.#listTemplates(id, query);
    if (collection === 'phone_numbers' && id === holder.accountId)
      return { data: whatsAppNumbers.filter(({ accountId }) => accountId === id).map(toNumberFields) };
    if (collection === 'subscribed_apps' && id === holder.accountId && isPost) return { success: true };
    if (id !== holder.phoneNumberId)
      throw new GraphError(
        100,
        `Unsupported request. Object with ID '${id}' does not exist, or cannot be loaded due to missing permissions`,
      );
    if (collection === 'messages' && isPost) return this.#send(holder, sent);
    if (collection === undefined && !isPost) return toNumberFields(holder);
    throw new GraphError(100, `Unsupported ${request.method} request`);
  }

  #send(from: WhatsAppNumber, request: MessageRequest & { status?: string }): object {
    // Marks a message of the person as read, which has no effect here.
    if (request.status === 'read') return { success: true };
    return this.#network.send(from, request);
  }

  #createTemplate(accountId: string, fields: object): object {
    const { id, status, category } = this.#network.createTemplate(accountId, fields);
    return { id, status, category };
  }

  #listTemplates(accountId: string, query: URLSearchParams): object {
    const name = query.get('name');
    const limit = Number(query.get('limit') ?? 25);
    const start = Number(query.get('after') ?? 0);
    const all = this.#network.registries.get(accountId)?.all ?? [];
    const found = all.filter((template) => name === null || template.name.includes(name));
    const end = start + limit;
    return {
      data: found.slice(start, end),
      paging: {
        cursors: { before: String(start), after: String(end) },
        ...(end < found.length && {
          next: `${this.#party.address}/v26.0/${accountId}/message_templates?limit=${limit}&after=${end}`,
        }),
      },
    };
  }

  async #showPage(
    request: IncomingMessage,
    url: URL,
    form: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> {
    const [, place, id = '', action] = url.pathname.split('/');
    const wanted = `${request.method} ${place}${action ? ` ${action}` : ''}`;
    if (wanted === 'GET phones' && id === '')
      return sendPage(response, phonesPage(this.#network.phones.all, this.#templates));
    if (wanted === 'POST webhook' && id === 'verify')
      return sendPage(response, verifiedPage(await this.#network.webhooks.verify()));
    if (wanted === 'POST templates') return this.#decide(id, form.get('state') ?? '', response);
    const phone = /^\d+$/.test(id) ? this.#network.phones.at(id) : undefined;
    if (!phone || place !== 'phones') return sendPage(response, 'Nothing is here.', 404);
    if (wanted === 'GET phones') return sendPage(response, phonePage(phone));
    if (wanted === 'POST phones read') await this.#network.read(phone);
    if (wanted === 'POST phones text') await this.#network.answer(phone, { text: form.get('text') ?? '' });
    if (wanted === 'POST phones tap') {
      const tapped = phone.messages.find((message) => message.id === form.get('message'));
      const button = tapped?.buttons[Number(form.get('button'))];
      if (!tapped || button?.kind !== 'reply') return sendPage(response, 'No such button.', 404);
      await this.#network.answer(phone, { tapped, payload: button.value, text: button.text });
    }
    response.writeHead(303, { location: `/phones/${phone.number}` }).end();
  }

  get #templates(): { accountId: string; template: Template }[] {
    return [...this.#network.registries].flatMap(([accountId, { all }]) =>
      all.map((template) => ({ accountId, template })),
    );
  }

  async #decide(id: string, state: string, response: ServerResponse): Promise<void> {
    const known = this.#templates.find(({ template }) => template.id === id);
    const states: readonly string[] = ['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'];
    if (!known || !states.includes(state)) return sendPage(response, 'No such template or state.', 404);
    await this.#network.setTemplateState(known.accountId, known.template, state as TemplateState);
    response.writeHead(303, { location: '/phones' }).end();
  }
}

function toNumberFields({ phoneNumberId, displayNumber, verifiedName }: WhatsAppNumber): object {
  return {
    id: phoneNumberId,
    display_phone_number: displayNumber,
    verified_name: verifiedName,
    quality_rating: 'GREEN',
    code_verification_status: 'VERIFIED',
    platform_type: 'CLOUD_API',
  };
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

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, html: string, status = 200): void {
  // Messages are untrusted text: the page may run no script.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    .end(html);
}
