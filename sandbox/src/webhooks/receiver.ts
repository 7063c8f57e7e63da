import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeNow, listen, loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';
import { checkSignature } from './signature.ts';

const modes = {
  ok: 'Answers 200.',
  fail: 'Answers 500.',
  gone: 'Answers 410: the address is there no more.',
  nonsense: 'Answers something that is not HTTP.',
  hang: 'Reads the request and never answers.',
  close: 'Reads the request and closes the connection in the middle of the answer.',
};

const statuses: Readonly<Record<string, number>> = { fail: 500, gone: 410 };

/**
 * Starts a webhook receiver: accepts any request at any path, records it with the result of the
 * signature check, and answers by its mode.
 */
export async function startWebhookReceiver(port: number): Promise<{ party: Party; close(): Promise<void> }> {
  const party = new Party('webhook', 'Webhook receiver', modes, { takesSecret: true });
  const server = createServer((request, response) => void receive(party, request, response));
  party.address = `http://${loopback}:${await listen(server, port)}/`;
  return { party, close: () => closeNow(server) };
}

async function receive(party: Party, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await text(request);
    const { method, url: path, headers } = request;
    party.record(`${method} ${path}`, {
      method,
      path,
      body,
      signature: checkSignature(headers, body, party.secret),
      headers,
    });
    answer(party.mode, response);
  } catch {
    // Ignores a sender that disconnected in the middle of its request: there is nothing to record,
    // and nobody to answer.
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
  if (mode === 'nonsense') {
    response.socket?.end('What did you say?\r\n\r\n');
    return;
  }
  const status = statuses[mode] ?? 200;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ received: status === 200 }));
}
