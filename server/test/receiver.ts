import { startWebhookReceiver } from '../../sandbox/src/webhook-receiver.ts';
import type { WebhookSender } from '../src/adapters/webhooks/port.ts';
import { signedWebhooks } from '../src/adapters/webhooks/signed.ts';

/** A real receiver of webhooks, the sandbox's, and the sender that may reach it. */
export interface Receiver {
  readonly sender: WebhookSender;
  readonly party: Awaited<ReturnType<typeof startWebhookReceiver>>['party'];
  close(): Promise<void>;
}

/** With less patience than in use, where a test cannot wait for ten seconds. */
export async function startReceiver(): Promise<Receiver> {
  const { party, close } = await startWebhookReceiver(0);
  const limits = { connectMs: 400, wholeMs: 400, nameMs: 50 };
  return { sender: signedWebhooks({ toLoopback: true, limits }), party, close };
}
