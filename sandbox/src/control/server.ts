import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { controlPage } from './page.ts';
import { closeNow, listen, loopback } from '../party/listen.ts';
import type { Party } from '../party/party.ts';

/**
 * Starts the sandbox's control server: a page at `/`, and a JSON API for tests.
 * - `GET /parties` → `[{ name, title, address, modes, mode, arrivals: number }]`
 * - `POST /parties/:name/mode` with `{ "mode": "fail" }` → 204; 400 for an unknown mode
 * - `POST /parties/:name/secret` with `{ "secret": "whsec_…" }` → 204, if the party checks
 * signatures
 * - `GET /parties/:name/arrivals` → arrivals, newest first; `DELETE` forgets them → 204
 */
export async function startControl(
  parties: readonly Party[],
  port: number,
): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void reply(parties, request, response));
  const address = `http://${loopback}:${await listen(server, port)}`;
  return { address, close: () => closeNow(server) };
}

async function reply(
  parties: readonly Party[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await route(parties, request, response);
  } catch (error) {
    send(response, 400, { error: error instanceof Error ? error.message : 'Bad request' });
  }
}

async function route(
  parties: readonly Party[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${loopback}`);
  const [, collection, name, part] = pathname.split('/');
  const wanted = `${request.method} ${part ?? collection}`;
  if (wanted === 'GET ') return sendPage(response, controlPage(parties, searchParams.get('party')));
  if (wanted === 'GET parties') return send(response, 200, parties.map(summaryOf));
  const party = parties.find((candidate) => candidate.name === name);
  if (collection !== 'parties' || !party) return send(response, 404, { error: `Nothing at ${pathname}` });
  if (wanted === 'POST mode') return setMode(party, request, response);
  if (wanted === 'POST secret' && party.takesSecret) return setSecret(party, request, response);
  if (wanted === 'GET arrivals') return send(response, 200, party.arrivals);
  if (wanted === 'DELETE arrivals' || wanted === 'POST forget') {
    party.forgetArrivals();
    return wanted === 'POST forget' ? backToPage(response, party) : send(response, 204);
  }
  send(response, 405, { error: `${request.method} does not apply to ${pathname}` });
}

async function setMode(party: Party, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const mode = await sentIn(request, 'mode');
  if (mode === null || !party.setMode(mode)) {
    return send(response, 400, {
      error: `The modes of ${party.name} are ${Object.keys(party.modes).join(', ')}`,
    });
  }
  done(party, request, response);
}

async function setSecret(party: Party, request: IncomingMessage, response: ServerResponse): Promise<void> {
  party.secret = (await sentIn(request, 'secret'))?.trim() ?? '';
  done(party, request, response);
}

/** Reads a field of the page's form or of a JSON body. */
async function sentIn(request: IncomingMessage, name: string): Promise<string | null> {
  if (isForm(request)) return new URLSearchParams(await text(request)).get(name);
  const value = ((await json(request)) as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : null;
}

function isForm(request: IncomingMessage): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}

function done(party: Party, request: IncomingMessage, response: ServerResponse): void {
  if (isForm(request)) backToPage(response, party);
  else send(response, 204);
}

function summaryOf(party: Party): Record<string, unknown> {
  const { name, title, address, modes, mode, arrivals } = party;
  return { name, title, address, modes, mode, arrivals: arrivals.length };
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function sendPage(response: ServerResponse, page: string): void {
  // Arrivals are untrusted text: the page may run no script.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  });
  response.end(page);
}

function backToPage(response: ServerResponse, party: Party): void {
  response.writeHead(303, { location: `/?party=${party.name}` }).end();
}
