import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** How one message is treated: taken, answered 500, never answered, or its answer broken off. */
export type Fate = 'ok' | 'fail' | 'hang' | 'cut';

/** A message that came, whatever became of it. */
export interface Receipt {
  readonly id: string;
  readonly path: string;
  readonly body: string;
  readonly fate: Fate;
  readonly isSigned: boolean;
}

/** A receiver of webhooks that fails as it is told, message by message, and remembers every one in the order of their arrival. */
export interface FlakyReceiver {
  readonly address: string;
  readonly receipts: readonly Receipt[];
  /** What its messages must be signed with. */
  secret: string;
  /** Asked for each message. */
  fateOf: () => Fate;
  close(): Promise<void>;
}

export async function startFlakyReceiver(): Promise<FlakyReceiver> {
  const receipts: Receipt[] = [];
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy()); // whoever sent it died in the middle
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: FlakyReceiver = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receipts,
    secret: '',
    fateOf: () => 'ok',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const fate = receiver.fateOf();
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const isSigned = isSignedWith(receiver.secret, body, headers);
    receipts.push({ id: headers['webhook-id'] ?? '', path: request.url ?? '', body, fate, isSigned });
    answer(response, fate);
  }
}

function answer(response: ServerResponse, fate: Fate): void {
  if (fate === 'hang') return;
  if (fate === 'cut') {
    response.writeHead(200, { 'content-length': '100' }).write('{"received":', () => response.destroy());
    return;
  }
  response.writeHead(fate === 'ok' ? 200 : 500).end('{}');
}

function isSignedWith(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
