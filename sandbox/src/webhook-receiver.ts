import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeNow, listen, loopback } from './listening.ts';
import { Party } from './party.ts';

const modes = {
  ok: 'Answers 200.',
  fail: 'Answers 500.',
  hang: 'Reads the request and never answers.',
  close: 'Reads the request and closes the connection in the middle of the answer.',
};

/** A receiver of webhooks: takes any request at any path, keeps it whole, answers by its mode. */
export async function startWebhookReceiver(port: number): Promise<{ party: Party; close(): Promise<void> }> {
  const party = new Party('webhook', 'Webhook receiver', modes);
  const server = createServer((request, response) => void receive(party, request, response));
  party.address = `http://${loopback}:${await listen(server, port)}/`;
  return { party, close: () => closeNow(server) };
}

async function receive(party: Party, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await text(request);
    party.record(`${request.method} ${request.url}`, { method: request.method, path: request.url, headers: request.headers, body });
    answer(party.mode, response);
  } catch {
    // The caller went away in the middle of its own request: nothing arrived, nobody to answer.
    response.destroy();
  }
}

function answer(mode: string, response: ServerResponse): void {
  if (mode === 'hang') return;
  if (mode === 'close') {
    response.writeHead(200, { 'content-length': '100' }).write('{"received":');
    response.socket?.end();
    return;
  }
  const isWell = mode === 'ok';
  response.writeHead(isWell ? 200 : 500, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ received: isWell }));
}
