import { fileURLToPath } from 'node:url';
import { controlClient } from '@samay/sandbox/control-client';
import { sandboxPorts } from '../../../scripts/sandbox-ports.mjs';
import { sandboxEnvironment } from '../../../scripts/sandbox-settings.mjs';
import { untilReady } from '../../../scripts/until-ready.mjs';
import type { RunningServer } from '../servers/api-server.ts';
import { end, startNode } from '../servers/node-process.ts';

/**
 * The sandbox's mode of the calendar, the webhook receiver and the mail server in each condition.
 */
const conditions = {
  up: { calendar: 'ok', webhook: 'ok', mail: 'ok' },
  down: { calendar: 'down', webhook: 'close', mail: 'close' },
  hanging: { calendar: 'slow', webhook: 'hang', mail: 'hang' },
} as const;
export type Condition = keyof typeof conditions;

export interface ThirdParties {
  /** Address of the webhook receiver. */
  readonly receiver: string;
  setCondition(condition: Condition): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the sandbox of a server in a separate process. */
export async function startThirdParties(serverPort: number): Promise<ThirdParties> {
  const { control, webhook } = sandboxPorts(serverPort);
  const address = `http://127.0.0.1:${control}`;
  const child = startNode(
    fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url)),
    sandboxEnvironment(serverPort),
  );
  await untilReady(`${address}/parties`);
  const client = controlClient(address);
  return {
    receiver: `http://127.0.0.1:${webhook}`,
    async setCondition(condition) {
      for (const [party, mode] of Object.entries(conditions[condition])) await client.setMode(party, mode);
    },
    stop: () => end(child),
  };
}

/** Sets the business up so that each booking causes a calendar event, a webhook and a mail. */
export async function enableDeliveries(
  { address }: RunningServer,
  headers: Record<string, string>,
  receiver: string,
): Promise<void> {
  const ask = async (method: string, path: string, body: unknown, more: Record<string, string> = {}) => {
    const json = { ...headers, 'content-type': 'application/json', ...more };
    const reply = await fetch(`${address}${path}`, { method, headers: json, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply;
  };
  await ask('PUT', '/api/webhooks', {
    calendarEventUrl: `${receiver}/event`,
    cancelUrl: `${receiver}/cancel`,
  });
  await ask('PUT', '/api/booking-mails', { isOn: true });

  const begun = await ask('POST', '/api/calendar-connection', {});
  const attempt = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
  const { url } = (await begun.json()) as { url: string };
  const consent = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ email: 'owner@citycare.example' }),
    redirect: 'manual',
  });
  const brought = new URL(consent.headers.get('location') ?? '').searchParams;
  const cookie = [headers['cookie'], ...attempt].join('; ');
  await ask(
    'POST',
    '/api/calendar-connection/completion',
    { code: brought.get('code'), state: brought.get('state') },
    { cookie },
  );
}
